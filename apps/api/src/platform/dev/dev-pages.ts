/** Plain pages for trying the portal without a mail server or a carrier. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { fail } from '#api/platform/kernel/fail.ts'
import { htmlPage } from '#api/platform/kernel/html.ts'
import type { IncomingRequest } from '#api/platform/kernel/local-access.ts'

const styles = `body { font: 1rem/1.6 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
      li { margin: 0 0 0.75rem } ul { padding: 0; list-style: none }
      pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; border-left: 3px solid #8a9; padding-left: 1rem }
      small { opacity: 0.8 }`

/** Registers routes that answer local requests only. */
export const addDevPages = (
  app: FastifyInstance,
  isLocal: (request: IncomingRequest) => boolean,
  add: (dev: FastifyInstance) => void,
) =>
  app.register((dev, _options, done) => {
    dev.addHook('onRequest', async (request) => (isLocal(request) ? undefined : fail('not_found')))
    add(dev)
    done()
  })

/** `body` is HTML. */
export const sendDevPage = (reply: FastifyReply, title: string, body: string) =>
  reply.type('text/html; charset=utf-8').send(htmlPage(title, styles, body))
