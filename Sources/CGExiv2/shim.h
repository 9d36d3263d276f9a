#ifndef LOOKAHEAD_CGEXIV2_SHIM_H
#define LOOKAHEAD_CGEXIV2_SHIM_H

// The C interface of exiv2. Nothing in it is variadic, so that Swift can call all of it.
#include <gexiv2/gexiv2.h>

#endif
