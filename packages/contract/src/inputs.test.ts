/** Walks all inputs of all calls: each field refuses values that the database cannot store, and values of the wrong type. */
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Call } from './base/call.ts'
import { contract } from './index.ts'

type Schema = {
  type?: string
  const?: unknown
  enum?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
}
interface Leaf {
  path: string[]
  type: string
}

/** The fields of an input with their paths. For a list, the fields of its first item. */
function leavesOf(schema: Schema, path: string[] = []): Leaf[] {
  if (schema.anyOf) return schema.anyOf.flatMap((option) => leavesOf(option, path))
  if (schema.properties) return Object.entries(schema.properties).flatMap(([key, part]) => leavesOf(part, [...path, key]))
  if (schema.items) return leavesOf(schema.items, [...path, '0'])
  return schema.type && schema.type !== 'null' ? [{ path, type: schema.type }] : []
}

/** An input with only this value at this path. */
const inputWith = ([key, ...rest]: string[], value: unknown): unknown => {
  if (key === undefined) return value
  return key === '0' ? [inputWith(rest, value)] : { [key]: inputWith(rest, value) }
}

const fields = (Object.values(contract) as Record<string, Call>[])
  .flatMap((feature) => Object.values(feature))
  .flatMap((call) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = call[part]
      if (!schema) return []
      const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
      return leavesOf(json).map((leaf) => ({ ...leaf, schema, name: `${call.key} ${part} ${leaf.path.join('.')}` }))
    }),
  )
const fieldsOf = (...types: string[]) =>
  fields.filter(({ type }) => types.includes(type)).map((field) => [field.name, field] as const)

const refuses = ({ schema, path }: (typeof fields)[number], value: unknown) => {
  const { error } = schema.safeParse(inputWith(path, value))
  return (error?.issues ?? []).some((issue) => issue.path.map(String).join('.') === path.join('.'))
}

test('finds the fields of all calls', () => {
  expect(fieldsOf('string').length).toBeGreaterThan(60)
  expect(fieldsOf('number', 'integer').length).toBeGreaterThan(60)
})

describe('a text field refuses other types, overlong text and invalid characters', () => {
  test.each(fieldsOf('string'))('%s', (_, field) => {
    const tooLong = 'x'.repeat(field.path.at(-1) === 'csv' ? 1_000_000 : 5000)
    const wrong = ['an\0other', 'half \ud800 of one', tooLong, ['text'], { text: 1 }, 5, true]
    expect(wrong.filter((value) => !refuses(field, value))).toEqual([])
  })
})

describe('a number field refuses other types and text other than plain digits', () => {
  test.each(fieldsOf('number', 'integer'))('%s', (_, field) => {
    const wrong = [[5], true, {}, '0x10', '1e3', ' 5', '', '5.5', 1e308, Number.NaN]
    expect(wrong.filter((value) => !refuses(field, value))).toEqual([])
  })
})
