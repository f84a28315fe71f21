import { z } from 'zod';

/** A way to an address: directly, through a proxy, or one that needs a kind of proxy this program does not speak. */
export const proxyRouteSchema = z.discriminatedUnion('via', [
  z.object({ via: z.literal('direct') }),
  z.object({
    via: z.literal('proxy'),
    /** `http://host:port` or `https://host:port`. */
    server: z.string(),
    credentials: z.object({ name: z.string(), password: z.string() }).nullable(),
  }),
  z.object({ via: z.literal('unsupported') }),
]);
export type ProxyRoute = z.infer<typeof proxyRouteSchema>;

/** A proxy that wants a name and password before it lets anything through. */
export const proxyQuestionSchema = z.object({
  /** `host:port`, as the person's computer has it in its settings. */
  proxy: z.string(),
  /** Whether a name and password were tried, and not taken. */
  refused: z.boolean(),
});
export type ProxyQuestion = z.infer<typeof proxyQuestionSchema>;
