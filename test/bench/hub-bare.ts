import fastify from 'fastify';

/** A bare server of the hub's framework: says of everything that it is known. */
const server = fastify();
server.get('/*', (_request, reply) => reply.code(304).header('etag', '"known"').send());
const address = await server.listen({ host: '127.0.0.1', port: 0 });
process.send?.(Number(new URL(address).port));
process.once('disconnect', () => process.exit(0));
