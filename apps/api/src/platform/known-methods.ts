/** Which methods an address takes, so that a wrong one gets 405 with `Allow` instead of a 404. */
import type { FastifyInstance, HTTPMethods } from 'fastify'

/** The methods of a path (without its query), in a fixed order; none for an unknown path. */
export type AllowedMethods = (path: string) => string[]

interface Known {
  pattern: RegExp
  methods: Set<string>
}

/** A route with `config: { everywhere: true }` answers for paths nobody else has, and so says nothing about any. */
declare module 'fastify' {
  interface FastifyContextConfig {
    everywhere?: boolean
  }
}

/** A slash at the end makes no difference; a parameter is one step of the path, a star is the rest. */
function patternOf(url: string): RegExp {
  const steps = url.replace(/\/+$/, '').split('/')
  const source = steps.map((step) =>
    step
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/:\w+/g, '[^/]+')
      .replace(/\*/g, '.*'),
  )
  return new RegExp(`^${source.join('/')}/?$`)
}

/** Watches routes being added; to be called before any is. */
export function knownMethods(app: FastifyInstance): AllowedMethods {
  const known = new Map<string, Known>()
  app.addHook('onRoute', ({ url, method, config }) => {
    if ((config as { everywhere?: boolean } | undefined)?.everywhere) return
    const entry = known.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() }
    for (const one of [method].flat() as HTTPMethods[]) entry.methods.add(one)
    known.set(url, entry)
  })
  return (path) => {
    const methods = new Set<string>()
    for (const entry of known.values()) if (entry.pattern.test(path)) for (const method of entry.methods) methods.add(method)
    return [...methods].sort()
  }
}
