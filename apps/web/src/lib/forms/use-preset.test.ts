import { expect, test } from 'vitest'
import { presetOf } from './use-preset.ts'

const one = { id: 7, name: 'Harborview' }
const two = { id: 8, name: 'Lakeside' }

test('chooses the only choice', () => expect(presetOf({ choices: [one], state: 'loaded' }, undefined)).toBe(7))

test('chooses nothing of several, unless one of them is given', () => {
  expect(presetOf({ choices: [one, two], state: 'loaded' }, undefined)).toBeUndefined()
  expect(presetOf({ choices: [one, two], state: 'loaded' }, 8)).toBe(8)
  expect(presetOf({ choices: [one, two], state: 'loaded' }, 9), 'not in the list').toBeUndefined()
})

test('chooses nothing before the list has loaded', () => {
  expect(presetOf({ choices: [], state: 'loading' }, 7)).toBeUndefined()
  expect(presetOf({ choices: [], state: 'loaded' }, undefined)).toBeUndefined()
})
