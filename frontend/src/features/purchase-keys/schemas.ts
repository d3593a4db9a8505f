// What the key field accepts (specification, section 5). The server decides whether it is a key.
import * as z from 'zod/mini';

export const keySchema = z.object({
  purchaseKey: z.string().check(z.trim(), z.minLength(1, 'Purchase key is required')),
});
