/** Tracks the methods of each route, so that a wrong method gets 405 with `Allow` instead of 404. */
import type { FastifyInstance, HTTPMethods } from 'fastify'

/** The methods of a path (without its query), sorted; none for an unknown path. */
export type AllowedMethods = (path: string) => string[]

interface KnownRoute {
  pattern: RegExp
  methods: Set<string>
}

/** Set for the route that answers all other paths. It says nothing about the methods of a path. */
declare module 'fastify' {
  interface FastifyContextConfig {
    isFallback?: boolean
  }
}

/** A slash at the end makes no difference. A parameter matches one segment, a star the rest of the path. */
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

/** Call it before any route is added. */
export function trackAllowedMethods(app: FastifyInstance): AllowedMethods {
  const known = new Map<string, KnownRoute>()
  app.addHook('onRoute', ({ url, method, config }) => {
    if ((config as { isFallback?: boolean } | undefined)?.isFallback) return
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
