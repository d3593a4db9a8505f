//! `#[operation]`: a handler's part of the OpenAPI document, without the method and path that `api/src/routes.rs` declares.
//!
//! Decision: `#[utoipa::path]` demands a method and a path, which would stand a second time above each handler. This attribute
//! hands it an empty path, and the table of routes puts the declared one in its place. A type with the handler's name carries the
//! description, so that one path in the table names both: types and functions have separate namespaces. Cost: a crate of its own.

use proc_macro::TokenStream;
use quote::quote;
use syn::{ItemFn, parse_macro_input};

/// Describes a handler: what `#[utoipa::path]` takes, but for method, path, tag and path parameters. Answers that follow from the
/// route's declaration are left out too; see `routes/openapi.rs` of the crate `api`.
#[proc_macro_attribute]
pub fn operation(description: TokenStream, handler: TokenStream) -> TokenStream {
    let handler = parse_macro_input!(handler as ItemFn);
    let description = proc_macro2::TokenStream::from(description);
    let name = &handler.sig.ident;
    quote! {
        #[doc(hidden)]
        #[allow(non_camel_case_types)]
        pub enum #name {}

        #[::utoipa::path(get, path = "", impl_for = #name, #description)]
        #handler
    }
    .into()
}
