#ifndef CInterfaceDescription_h
#define CInterfaceDescription_h

/// schemas.json: the shapes of the interface's JSON by name (JSON Schema 2020-12, as in OpenAPI 3.1). Ends with a zero byte.
const char * _Nonnull interface_schemas(void);

/// examples.json: an example of each schema. Ends with a zero byte.
const char * _Nonnull interface_examples(void);

#endif
