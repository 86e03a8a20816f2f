/* Linked beside a program with -Wl,--wrap=malloc and so on: what asks for memory ends it. */
#include <stdio.h>
#include <stdlib.h>

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
int __wrap_posix_memalign(void **out, size_t alignment, size_t size);

static void refuse(const char *name) {
    fprintf(stderr, "the heap is asked for memory: %s\n", name);
    exit(3);
}

void *__wrap_malloc(size_t size) {
    (void)size;
    refuse("malloc");
    return NULL;
}

void *__wrap_calloc(size_t count, size_t size) {
    (void)count;
    (void)size;
    refuse("calloc");
    return NULL;
}

void *__wrap_realloc(void *old, size_t size) {
    (void)old;
    (void)size;
    refuse("realloc");
    return NULL;
}

int __wrap_posix_memalign(void **out, size_t alignment, size_t size) {
    (void)out;
    (void)alignment;
    (void)size;
    refuse("posix_memalign");
    return 1;
}
