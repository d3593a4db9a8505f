// The rules of the public forms, ready for react-hook-form; its own file, loaded by lazy-resolver.ts.
import { zodResolver } from '@hookform/resolvers/zod';

import { checkoutSchema, contactSchema, hostedCheckoutSchema } from './schemas';

export const contactResolver = zodResolver(contactSchema);
export const checkoutResolver = zodResolver(checkoutSchema);
export const hostedCheckoutResolver = zodResolver(hostedCheckoutSchema);
