/** Answers the requests that still run when the process must end, because a connection that just closes explains nothing. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#api/platform/kernel/fail.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False for a call that only reads, whatever its method. By default all but GET write. */
    writes?: boolean
  }
}

export type UnfinishedRequests = ReturnType<typeof unfinishedRequests>

const READ = 'The portal is restarting. Try again in a moment.'
const CHANGE = 'The portal is restarting. It may or may not have saved this: check before you try again.'
/** A payment goes on by itself: the job that it queued applies its result. */
const PAYMENT =
  'The portal is restarting, and this payment may have been made. Ask again with the same invoice: it is never charged twice.'

function refusalOf({ method, routeOptions: { config } }: FastifyRequest): ApiError {
  if (config.explainsRefusals) return new ApiError('uncertain', { message: PAYMENT })
  if (config.writes ?? !['GET', 'HEAD'].includes(method)) return new ApiError('uncertain', { message: CHANGE })
  return new ApiError('unavailable', { message: READ, headers: { 'retry-after': '2' } })
}

export function unfinishedRequests() {
  const running = new Map<FastifyReply, FastifyRequest>()
  return {
    /** Call it before any route is added. */
    watch(app: FastifyInstance) {
      app.addHook('onRequest', (request, reply, done) => {
        running.set(reply, request)
        reply.raw.once('close', () => running.delete(reply))
        done()
      })
    },
    /** Answers all requests without an answer, and returns how many. An answer that is under way breaks off with its connection. */
    answerAll() {
      const unanswered = [...running].filter(([reply]) => !reply.sent && !reply.raw.headersSent)
      for (const [reply, request] of unanswered) reply.send(refusalOf(request))
      return unanswered.length
    },
  }
}
