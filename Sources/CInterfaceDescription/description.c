#include "CInterfaceDescription.h"

// Swift would take seconds to compile a literal of as many bytes, and a file beside the program could be lost.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char schemas[] = {
#embed "schemas.json" suffix(, 0)
};

static const char examples[] = {
#embed "examples.json" suffix(, 0)
};

const char *interface_schemas(void) { return schemas; }

const char *interface_examples(void) { return examples; }
