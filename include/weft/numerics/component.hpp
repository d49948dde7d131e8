#pragma once
// Included by the headers of the component numerics that include no other one.
#ifdef WEFT_WITHOUT_NUMERICS
#error "weft: this library was built without the component numerics: -DWEFT_COMPONENTS=all, or a list with numerics"
#endif
