/** The plain pages for trying the portal without a mail server or a carrier. */
import type { FastifyReply } from 'fastify'
import { htmlPage } from './html.ts'

const styles = `body { font: 1rem/1.6 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
      li { margin: 0 0 0.75rem } ul { padding: 0; list-style: none }
      pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; border-left: 3px solid #8a9; padding-left: 1rem }
      small { opacity: 0.8 }`

/** `body` is markup. */
export const sendDevPage = (reply: FastifyReply, title: string, body: string) =>
  reply.type('text/html; charset=utf-8').send(htmlPage(title, styles, body))
