import { expect, test } from 'vitest'
import { changesText, fieldLabel, valueText } from './version-text.ts'

test('names fields as the form does', () => {
  expect(['name', 'idle_minutes', 'a_new_field'].map(fieldLabel)).toEqual([
    'Title',
    'Log out after minutes without use',
    'a_new_field',
  ])
})

test('shows memberships by name and blank values as a dash', () => {
  expect(valueText('two_step_memberships', '1,7')).toBe('Lab, Admin')
  expect(valueText('phone', '')).toBe('—')
  expect(valueText('phone', '555')).toBe('555')
})

test('sums up what a change changed', () => {
  const fields = (...names: string[]) => names.map((field) => ({ field }))
  expect(changesText(fields('name'))).toBe('Title')
  expect(changesText(fields('name', 'logo'))).toBe('Title and Logo')
  expect(changesText(fields('name', 'logo', 'phone', 'address'))).toBe('Title, Logo and 2 more')
})
