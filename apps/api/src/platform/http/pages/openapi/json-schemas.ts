/** Turns zod schemas into JSON schemas that refer to named components. */
import { z } from 'zod'

export interface JsonSchema {
  [key: string]: unknown
  $ref?: string
  type?: string
  format?: string
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
}
type Io = 'input' | 'output'

const COMPONENT = '#/components/schemas/'
const DEFINITION = '#/$defs/'

/** A schema in full, for parameters, which are no components. */
export function inlineSchemaOf(schema: z.ZodType, io: Io): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest as JsonSchema
}

/**
 * Collects the components that schemas refer to. A schema with defaults or transforms has another shape as input, which gets
 * the name `…Input` if one of the answers has the other shape.
 */
export function componentSchemas(named: ReadonlyMap<string, z.ZodType>, answers: z.ZodType[]) {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of named) registry.add(schema, { id })
  const used: Record<string, JsonSchema> = {}
  const outputs = definitionsOf([...named.values()], 'output', registry)
  const inputs = definitionsOf([...named.values()], 'input', registry)
  const differs = new Set<string>()
  // A schema also differs if a schema in it differs.
  for (let before = -1; before !== differs.size; ) {
    before = differs.size
    for (const [name, shape] of Object.entries(inputs)) {
      const refersToDiffering = refsIn(shape).some((ref) => differs.has(ref))
      if (refersToDiffering || JSON.stringify(shape) !== JSON.stringify(outputs[name])) differs.add(name)
    }
  }
  const rootOf = (schema: z.ZodType, io: Io): JsonSchema => {
    // Only a schema inside another one is replaced by its name.
    const { properties } = z.toJSONSchema(z.object({ root: schema }), {
      ...{ io, unrepresentable: 'any', metadata: registry as never },
    }) as JsonSchema
    const root = properties?.root as JsonSchema
    return io === 'output' ? allowMoreKeys(root) : root
  }
  const answered = new Set<string>()
  const markAnswered = (shape: JsonSchema) => {
    for (const name of refsIn(shape)) {
      if (answered.has(name)) continue
      answered.add(name)
      markAnswered(outputs[name] as JsonSchema)
    }
  }
  for (const answer of answers) markAnswered(rootOf(answer, 'output'))
  const nameIn = (io: Io) => (name: string) => (io === 'input' && differs.has(name) && answered.has(name) ? `${name}Input` : name)
  const collect = (shape: JsonSchema, io: Io): JsonSchema => {
    const renamed = mapRefs(shape, nameIn(io))
    for (const name of refsIn(shape)) {
      const component = nameIn(io)(name)
      if (component in used) continue
      used[component] = {}
      used[component] = collect((io === 'input' ? inputs : outputs)[name] as JsonSchema, io)
    }
    return renamed
  }
  return {
    used,
    schemaOf: (schema: z.ZodType, io: Io): JsonSchema => collect(rootOf(schema, io), io),
  }
}

function definitionsOf(schemas: z.ZodType[], io: Io, metadata: unknown): Record<string, JsonSchema> {
  const all = z.toJSONSchema(z.tuple(schemas as [z.ZodType]), { io, unrepresentable: 'any', metadata: metadata as never })
  const entries = Object.entries((all.$defs ?? {}) as Record<string, JsonSchema>)
  const open = io === 'output' ? allowMoreKeys : <T>(shape: T) => shape
  return Object.fromEntries(entries.map(([name, { id: _, ...shape }]) => [name, open(shape as JsonSchema)]))
}

/** An answer has no other keys today, but a client must not fail when a later version adds one. */
const allowMoreKeys = <T>(shape: T): T =>
  JSON.parse(JSON.stringify(shape, (key, value) => (key === 'additionalProperties' && value === false ? undefined : value)))

function refsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(refsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) =>
    key === '$ref' && typeof part === 'string' && part.startsWith(DEFINITION) ? [part.slice(DEFINITION.length)] : refsIn(part),
  )
}

function mapRefs<T>(value: T, rename: (name: string) => string): T {
  if (Array.isArray(value)) return value.map((part) => mapRefs(part, rename)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) =>
      key === '$ref' && typeof part === 'string'
        ? [key, COMPONENT + rename(part.replace(DEFINITION, ''))]
        : [key, mapRefs(part, rename)],
    ),
  ) as T
}
