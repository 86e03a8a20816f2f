/** What must be there; otherwise an error names it. */
export function found<T>(thing: T | null | undefined, name: string): T {
  if (thing === null || thing === undefined) throw new Error(`${name}: not found`);
  return thing;
}
