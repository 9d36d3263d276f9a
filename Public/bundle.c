// The package copies this folder beside each program that is built with it: a target needs a source.
#include "CPage.h"

const char *page_bundle(void) { return "lookahead_CPage.resources"; }
