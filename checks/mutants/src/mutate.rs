//! Makes every mutant of a file, each behind a choice at run time.

use proc_macro2::Span;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit_mut::{VisitMut, visit_expr_mut, visit_item_mut};
use syn::{BinOp, Expr, ExprBinary, ImplItem, Item, Lit, parse_quote};

/// One small mistake.
pub struct Mutant {
    /// Counted from 1 over all files; 0 means the code as it is.
    pub number: usize,
    /// `solve/epa.rs:17:5`.
    pub place: String,
    /// The original code, and its replacement.
    pub change: String,
}

/// The constants that bound rounding: smaller ones would claim too much.
const BOUNDS: [&str; 8] = [
    "HEIGHT",
    "ROTATED_POINT",
    "ROTATED_TRANSLATION",
    "CENTERS",
    "CURVED_SUPPORT",
    "UNIT_ROUNDOFF",
    "PLAIN",
    "TURNED",
];

/// The instrumented text of a file; its mutants are appended to the list.
pub fn instrument(file: &str, text: &str, mutants: &mut Vec<Mutant>) -> syn::Result<String> {
    let mut tree = syn::parse_file(text)?;
    Mutator { file, mutants }.visit_file_mut(&mut tree);
    Ok(tree.into_token_stream().to_string())
}

struct Mutator<'a> {
    file: &'a str,
    mutants: &'a mut Vec<Mutant>,
}

impl Mutator<'_> {
    /// Returns the number of a new mutant.
    fn add(&mut self, span: Span, change: String) -> usize {
        let number = self.mutants.len() + 1;
        let start = span.start();
        let place = format!("{}:{}:{}", self.file, start.line, start.column + 1);
        self.mutants.push(Mutant { number, place, change });
        number
    }

    fn binary(&mut self, binary: &ExprBinary) -> Option<Expr> {
        let ExprBinary { left, op, right, .. } = binary;
        let other: BinOp = match op {
            BinOp::Add(_) => parse_quote!(-),
            BinOp::Sub(_) => parse_quote!(+),
            BinOp::Lt(_) => parse_quote!(<=),
            BinOp::Le(_) => parse_quote!(<),
            BinOp::Gt(_) => parse_quote!(>=),
            BinOp::Ge(_) => parse_quote!(>),
            BinOp::Eq(_) => parse_quote!(!=),
            BinOp::Ne(_) => parse_quote!(==),
            BinOp::And(_) => parse_quote!(||),
            BinOp::Or(_) => parse_quote!(&&),
            BinOp::Mul(_) => return self.factor(binary),
            _ => return None,
        };
        // A condition that binds (`if let .. && ..`) is not an expression.
        if holds_let(left) || holds_let(right) {
            return None;
        }
        let number = self.add(op.span(), format!("{} -> {}", text(op), text(&other)));
        Some(match op {
            BinOp::And(_) | BinOp::Or(_) => parse_quote!(
                (if crate::mutant(#number) { #left #other #right } else { #left #op #right })
            ),
            BinOp::Add(_) | BinOp::Sub(_) => parse_quote!(
                (match (#left, #right) {
                    (left, right) => {
                        if crate::mutant(#number) { left #other right } else { left #op right }
                    }
                })
            ),
            _ => parse_quote!(
                (match (&(#left), &(#right)) {
                    (left, right) => {
                        if crate::mutant(#number) { left #other right } else { left #op right }
                    }
                })
            ),
        })
    }

    /// Leaves out a doubling or halving.
    fn factor(&mut self, binary: &ExprBinary) -> Option<Expr> {
        let ExprBinary { left, right, .. } = binary;
        let is_factor = |e: &Expr| match e {
            Expr::Lit(lit) => {
                matches!(&lit.lit, Lit::Float(f) if ["0.5", "2.0", "4.0"].contains(&&*f.to_string()))
            }
            _ => false,
        };
        if is_factor(left) {
            let number = self.add(left.span(), format!("{} * -> 1.0 *", text(left)));
            Some(parse_quote!((if crate::mutant(#number) { 1.0 } else { #left }) * #right))
        } else if is_factor(right) {
            let number = self.add(right.span(), format!("* {} -> * 1.0", text(right)));
            Some(parse_quote!(#left * (if crate::mutant(#number) { 1.0 } else { #right })))
        } else {
            None
        }
    }
}

impl VisitMut for Mutator<'_> {
    fn visit_item_mut(&mut self, item: &mut Item) {
        match item {
            // Evaluated by the compiler, or tests.
            Item::Const(_) | Item::Static(_) | Item::Macro(_) | Item::Enum(_) | Item::Type(_) => {}
            Item::Fn(f) if f.sig.constness.is_some() => {}
            Item::Mod(m) if m.attrs.iter().any(|a| text(a).contains("test")) => {}
            item => visit_item_mut(self, item),
        }
    }

    fn visit_impl_item_mut(&mut self, item: &mut ImplItem) {
        match item {
            ImplItem::Const(_) | ImplItem::Type(_) => {}
            ImplItem::Fn(f) if f.sig.constness.is_some() => {}
            item => syn::visit_mut::visit_impl_item_mut(self, item),
        }
    }

    // Array lengths and type parameters are evaluated by the compiler.
    fn visit_type_mut(&mut self, _: &mut syn::Type) {}
    fn visit_generic_argument_mut(&mut self, _: &mut syn::GenericArgument) {}
    fn visit_pat_mut(&mut self, _: &mut syn::Pat) {}
    fn visit_expr_repeat_mut(&mut self, repeat: &mut syn::ExprRepeat) {
        self.visit_expr_mut(&mut repeat.expr);
    }
    fn visit_expr_const_mut(&mut self, _: &mut syn::ExprConst) {}
    fn visit_item_const_mut(&mut self, _: &mut syn::ItemConst) {}

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_expr_mut(self, expr);
        let mutated = match expr {
            Expr::Binary(binary) => self.binary(binary),
            Expr::Path(path) => path.path.segments.last().and_then(|last| {
                let name = last.ident.to_string();
                BOUNDS.contains(&&*name).then(|| {
                    let number = self.add(path.span(), format!("{name} -> {name} / 8"));
                    parse_quote!((if crate::mutant(#number) { 0.125 * #path } else { #path }))
                })
            }),
            Expr::Call(call) => {
                let swapped: Option<&str> = match &*text(&call.func) {
                    "larger" => Some("smaller"),
                    "smaller" => Some("larger"),
                    _ => None,
                };
                let arguments: Vec<&Expr> = call.args.iter().collect();
                match (swapped, arguments.as_slice()) {
                    (Some(swapped), [left, right]) => {
                        let name = &call.func;
                        let other = syn::Ident::new(swapped, Span::call_site());
                        let number = self.add(call.span(), format!("{} -> {swapped}", text(name)));
                        Some(parse_quote!(
                            (match (#left, #right) {
                                (left, right) => {
                                    if crate::mutant(#number) { crate::math::#other(left, right) } else { #name(left, right) }
                                }
                            })
                        ))
                    }
                    _ => None,
                }
            }
            // A doubling in exact arithmetic.
            Expr::MethodCall(call)
                if call.method == "shifted"
                    && call.args.first().is_some_and(|by| text(by) == "1") =>
            {
                let number = self.add(call.span(), ".shifted(1) -> .shifted(0)".to_owned());
                let receiver = &call.receiver;
                Some(parse_quote!(
                    #receiver.shifted(if crate::mutant(#number) { 0 } else { 1 })
                ))
            }
            Expr::MethodCall(call) if call.args.len() == 1 => {
                let swapped = match &*call.method.to_string() {
                    "max" => Some("min"),
                    "min" => Some("max"),
                    _ => None,
                };
                swapped.map(|swapped| {
                    let (receiver, argument, name) = (&call.receiver, &call.args[0], &call.method);
                    let other = syn::Ident::new(swapped, Span::call_site());
                    let number = self.add(call.span(), format!(".{name}() -> .{swapped}()"));
                    parse_quote!(
                        (if crate::mutant(#number) { (#receiver).#other(#argument) } else { (#receiver).#name(#argument) })
                    )
                })
            }
            _ => None,
        };
        if let Some(mutated) = mutated {
            *expr = mutated;
        }
    }
}

fn holds_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(b) => holds_let(&b.left) || holds_let(&b.right),
        Expr::Paren(p) => holds_let(&p.expr),
        _ => false,
    }
}

fn text(tokens: &impl ToTokens) -> String {
    tokens.to_token_stream().to_string()
}
