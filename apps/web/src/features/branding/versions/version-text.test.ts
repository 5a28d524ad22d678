import { expect, test } from 'vitest'
import { changesText, fieldLabel } from './version-text.ts'

test('names fields as the form does', () => {
  expect(['name', 'idle_minutes', 'a_new_field'].map(fieldLabel)).toEqual([
    'Title',
    'Log out after minutes without use',
    'a_new_field',
  ])
})

test('sums up what a change changed', () => {
  const fields = (...names: string[]) => names.map((field) => ({ field }))
  expect(changesText(fields('name'))).toBe('Title')
  expect(changesText(fields('name', 'logo'))).toBe('Title and Logo')
  expect(changesText(fields('name', 'logo', 'phone', 'address'))).toBe('Title, Logo and 2 more')
})
