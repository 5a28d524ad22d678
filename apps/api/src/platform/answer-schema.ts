/**
 * From an answer's zod schema to the JSON schema that Fastify compiles into its serializer: only declared keys leave.
 * Checks of input (formats, bounds, patterns) are left out: they cost time on the way out and prove nothing there.
 */
import { z } from 'zod'

type JsonSchema = { [key: string]: unknown }

const checks = [
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

/** `anyOf [X, null]` becomes a nullable X, which needs no validator at run time. */
function withoutNullUnion(schema: JsonSchema): JsonSchema {
  const options = schema.anyOf
  if (!Array.isArray(options)) return schema
  const rest = options.filter((option) => !(isObject(option) && option.type === 'null'))
  if (rest.length === options.length || rest.length !== 1) return schema
  const { anyOf: _, ...others } = schema
  return { ...others, ...(rest[0] as JsonSchema), nullable: true }
}

function plain(value: unknown, isPropertyMap = false): unknown {
  if (Array.isArray(value)) return value.map((item) => plain(item))
  if (!isObject(value)) return value
  const schema = isPropertyMap ? value : withoutNullUnion(value)
  const kept = Object.entries(schema).filter(([key]) => isPropertyMap || !checks.includes(key))
  return Object.fromEntries(kept.map(([key, part]) => [key, plain(part, !isPropertyMap && key === 'properties')]))
}

export function answerSchema(answer: z.ZodType): JsonSchema {
  return plain(z.toJSONSchema(answer, { io: 'output', unrepresentable: 'any', reused: 'inline' })) as JsonSchema
}
