/** Writes an example of a JSON schema: values by the names of fields, else by their types. All people and numbers are made up. */
import type { JsonSchema } from './json-schemas.ts'

type Components = Record<string, JsonSchema>

/** Values by the name of the field, for fields whose schema does not say enough. */
const byName: Record<string, unknown> = {
  first_name: 'Nora',
  last_name: 'Reyes',
  name: 'Nora Reyes',
  username: 'nora.reyes@mail.example',
  email: 'nora.reyes@mail.example',
  company: 'Northside Clinic',
  phone_number: '512 555 0100',
  phone: '512 555 0100',
  address1: '12 Main Street',
  address2: 'Suite 4',
  address: '12 Main Street, Austin',
  city: 'Austin',
  state_desc: 'Texas',
  country_desc: 'United States',
  zip_code: '78701',
  tracking_number: '794612345670',
  tracking_link: 'https://carrier.example/track/794612345670',
  invoice_id: 'V-1042',
  url: 'https://system.example/events',
  subscription: 2,
  message: 'The record has been updated.',
  title: 'Storage agreement',
  note: 'Checked by telephone.',
  reason: 'Sent to the wrong patient.',
  token: 'kR3xV9pQ2mT7wZ1nB5cY8dF4gH6jL0sA',
  time_zone: 'America/Chicago',
  percent: 12.5,
  x: 0.1,
  y: 0.7,
  width: 0.3,
  height: 0.05,
  code: '123456',
  product_ids: '8,2',
  to: 'nora.reyes@mail.example',
}

/** Values by the end of the name of the field. */
const byEnd: [RegExp, string][] = [
  [/email$/i, 'nora.reyes@mail.example'],
  [/password(_|$)/, 'a long enough password'],
  [/name$/i, 'Nora Reyes'],
  [/phone$/, '512 555 0100'],
]

/** Values by the format or the pattern of a text. */
const byFormat: Record<string, string> = {
  email: 'nora.reyes@mail.example',
  date: '2026-03-02',
  'date-time': '2026-03-02T15:04:05.000Z',
  uuid: '6f1c0f52-3c1e-4b6e-9a41-2d5e8f7a9b10',
  uri: 'https://system.example/events',
  binary: '(bytes)',
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const REF = '#/components/schemas/'
const resolve = (schema: JsonSchema, components: Components): JsonSchema =>
  schema.$ref ? (components[schema.$ref.slice(REF.length)] ?? {}) : schema

/** An answer with all its fields. `overrides` are fields that their schema cannot describe. */
export function exampleAnswer(schema: JsonSchema, components: Components, overrides: object = {}): unknown {
  const example = exampleValue(schema, components, '', 0)
  return isObject(example) ? { ...example, ...overrides } : example
}

/** A body with its required fields; with some of its fields if none is required. */
export function exampleBody(given: JsonSchema, components: Components, overrides: object = {}): unknown {
  const schema = firstOption(given, components)
  const { properties = {}, required = [] } = schema
  const keys = required.length > 0 ? required : Object.keys(properties).slice(0, 3)
  const shown = Object.fromEntries(Object.entries(properties).filter(([key]) => keys.includes(key)))
  return exampleAnswer({ ...schema, properties: shown }, components, overrides)
}

function firstOption(given: JsonSchema, components: Components): JsonSchema {
  const schema = resolve(given, components)
  const [option] = (schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[]
  return option ? firstOption(option, components) : schema
}

function exampleValue(given: JsonSchema, components: Components, name: string, depth: number): unknown {
  const schema = resolve(given, components)
  const options = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (options) return exampleValue(options.find(({ type }) => type !== 'null') ?? {}, components, name, depth)
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (schema.type === 'object') return objectOf(schema, components, depth)
  if (schema.type === 'array') return listOf(schema, components, name, depth)
  return scalarOf(schema, name)
}

function objectOf(schema: JsonSchema, components: Components, depth: number): Record<string, unknown> {
  const { properties = {}, required } = schema
  const shown = Object.entries(properties).filter(([key]) => depth < 3 || required?.includes(key))
  const { propertyNames } = schema as { propertyNames?: { enum?: string[] } }
  const keys = propertyNames?.enum ?? []
  if (keys.length > 0) return Object.fromEntries(keys.map((key) => [key, true]))
  return Object.fromEntries(shown.map(([key, part]) => [key, exampleValue(part, components, key, depth + 1)]))
}

function listOf(schema: JsonSchema, components: Components, name: string, depth: number): unknown[] {
  const items = (schema.items ?? {}) as JsonSchema
  const fixed = schema.prefixItems as JsonSchema[] | undefined
  if (fixed) return fixed.map((item) => exampleValue(item, components, name, depth + 1))
  return [exampleValue(items, components, name.replace(/s$/, ''), depth + 1)]
}

function scalarOf(schema: JsonSchema, name: string): unknown {
  // A text or null has the types of both.
  const type = Array.isArray(schema.type) ? schema.type.find((each) => each !== 'null') : schema.type
  const named = byName[name] ?? byEnd.find(([end]) => end.test(name))?.[1]
  if (type === 'string') return textOf(schema, typeof named === 'string' ? named : undefined)
  if (type === 'integer' || type === 'number') return numberOf({ ...schema, type }, typeof named === 'number' ? named : undefined)
  if (type === 'boolean') return true
  if (type === 'null') return null
  return named ?? 17
}

function textOf({ format, maxLength, pattern, default: given }: JsonSchema, named: string | undefined): string {
  const text = byFormat[format ?? ''] ?? named ?? (typeof given === 'string' && given !== '' ? given : 'An example')
  const cut = text.slice(0, Number(maxLength ?? text.length))
  return typeof pattern === 'string' && !new RegExp(pattern, 'u').test(cut) ? textOfPattern(pattern) : cut
}

/** Tries the usual shapes of codes; the tests find a pattern that none of them fits. */
function textOfPattern(pattern: string): string {
  const tried = [
    '2026-03',
    '2026-03-02',
    '123',
    '12',
    'ABC-123',
    '#0b5cad',
    'f3'.repeat(20),
    'f3'.repeat(32),
    'a'.repeat(43),
    '/path',
  ]
  return tried.find((text) => new RegExp(pattern, 'u').test(text)) ?? 'text'
}

function numberOf(schema: JsonSchema, named: number | undefined): number {
  const least = Number(schema.minimum ?? schema.exclusiveMinimum ?? 0)
  const most = Number(schema.maximum ?? schema.exclusiveMaximum ?? Number.MAX_SAFE_INTEGER)
  const wanted = named ?? (schema.type === 'integer' ? 17 : 12.5)
  return Math.min(Math.max(wanted, least), most)
}
