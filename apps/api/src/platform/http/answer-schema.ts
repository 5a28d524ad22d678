/**
 * Turns the zod schema of an answer into the JSON schema from which Fastify compiles its serializer: only declared keys
 * leave. Input checks (formats, bounds, patterns) are left out: they cost time and prove nothing in an answer.
 */
import fastJson from 'fast-json-stringify'
import { z } from 'zod'

type JsonSchema = { [key: string]: unknown }

const inputChecks = [
  '$schema',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'default',
  'minItems',
  'maxItems',
]

const isObject = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Turns `anyOf [X, null]` into a nullable X, which needs no validation at run time. */
function withoutNullUnion(schema: JsonSchema): JsonSchema {
  const options = schema.anyOf
  if (!Array.isArray(options)) return schema
  const rest = options.filter((option) => !(isObject(option) && option.type === 'null'))
  if (rest.length === options.length || rest.length !== 1) return schema
  const { anyOf: _, ...others } = schema
  return { ...others, ...(rest[0] as JsonSchema), nullable: true }
}

function withoutInputChecks(value: unknown, isPropertyMap = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutInputChecks(item))
  if (!isObject(value)) return value
  const schema = isPropertyMap ? value : withoutNullUnion(value)
  const kept = Object.entries(schema).filter(([key]) => isPropertyMap || !inputChecks.includes(key))
  return Object.fromEntries(kept.map(([key, part]) => [key, withoutInputChecks(part, !isPropertyMap && key === 'properties')]))
}

/** Many calls answer with the same schema. */
const jsonSchemas = new WeakMap<z.ZodType, JsonSchema>()

export function answerSchema(answer: z.ZodType): JsonSchema {
  const known = jsonSchemas.get(answer)
  if (known) return known
  const schema = withoutInputChecks(
    z.toJSONSchema(answer, { io: 'output', unrepresentable: 'any', reused: 'inline' }),
  ) as JsonSchema
  jsonSchemas.set(answer, schema)
  return schema
}

type Serialize = (answer: unknown) => string

const serializers = new WeakMap<object, Serialize>()

/** The compiler of Fastify, which would compile a schema again for each call and path that has it, and for each server of the tests: a third of its start. */
export function compileSerializer({ schema }: { schema: JsonSchema }): Serialize {
  const serialize = serializers.get(schema) ?? fastJson(schema)
  serializers.set(schema, serialize)
  return serialize
}
