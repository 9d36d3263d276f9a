#ifndef CPage_h
#define CPage_h

/// The name of the folder that the build makes of this one, beside the program.
const char * _Nonnull page_bundle(void);

#endif
