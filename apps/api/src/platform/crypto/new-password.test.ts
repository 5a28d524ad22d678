import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { weaknessOf } from './new-password.ts'

const COMMON = 'This password is very common. Choose another one.'
const OWN = 'Do not use your name or email address as your password.'

test('refuses the 10,000 most common passwords in any case', () => {
  const list = dictionary['passwords-common']
  expect(list.length).toBeGreaterThan(10_000)
  const most = list.slice(0, 10_000)
  expect(most).toEqual(expect.arrayContaining(['12345678', 'password', 'qwertyuiop', 'iloveyou']))
  expect(most.filter((password) => weaknessOf(password) !== COMMON)).toEqual([])
  expect(most.filter((password) => weaknessOf(password.toUpperCase()) !== COMMON)).toEqual([])
})

test('refuses names and email address of the owner, however they are written', () => {
  const owner = {
    email: 'Penelope.Marsh@mail.example',
    first_name: 'Penélope',
    last_name: 'Marsh-Weber',
    company: 'Seaside Clinic',
  }
  for (const password of [
    'penelope.marsh@mail.example',
    'PenelopeMarsh',
    'penélope marsh weber',
    'Marsh-Weber Penélope',
    'marshweber',
    'seaside clinic',
  ])
    expect(weaknessOf(password, owner), password).toBe(OWN)
})

test('accepts others, also of an owner without a name', () => {
  const owner = { email: 'penelope@mail.example', first_name: '', last_name: null }
  for (const password of ['three brown kettles', 'penelope likes kettles', '!!!!----', 'Łódź-Kraków-7'])
    expect(weaknessOf(password, owner), password).toBeUndefined()
})
