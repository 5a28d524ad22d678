/** The plain pages for trying the portal without a mail server or a carrier. */
import type { FastifyReply } from 'fastify'
import { escapeHtml } from './html.ts'

const frame = (title: string, body: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escapeHtml(title)}</title>
    <style>
      body { font: 1rem/1.6 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
      li { margin: 0 0 0.75rem } ul { padding: 0; list-style: none }
      pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; border-left: 3px solid #8a9; padding-left: 1rem }
      small { opacity: 0.8 }
    </style>
  </head>
  <body><main><h1>${escapeHtml(title)}</h1>${body}</main></body>
</html>
`

/** `body` is markup. */
export const sendDevPage = (reply: FastifyReply, title: string, body: string) =>
  reply.type('text/html; charset=utf-8').send(frame(title, body))
