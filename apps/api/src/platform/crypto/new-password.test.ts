import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { weaknessOf } from './new-password.ts'

const COMMON = 'This password is very common. Choose another one.'
const EASY = 'This password is easy to guess. Choose another one.'
const OWN = 'Do not use your name or email address as your password.'

/**
 * From `10k-most-common.txt` of SecLists, which has another source than the list of the portal: the first ones of 8 and more characters
 * that may be printed, in its order, and some that people often name.
 */
const LEAKED = `
  password 12345678 baseball football jennifer superman trustno1 michelle sunshine 123456789 starwars computer corvette princess iloveyou
  maverick samantha steelers whatever hardcore internet mercedes bigdaddy midnight 11111111 marlboro victoria danielle redskins mountain
  xxxxxxxx 88888888 nicholas metallic qwertyui dolphins cocacola scorpion asdfasdf 69696969 airborne elephant explorer benjamin 87654321
  guinness passw0rd lasvegas slipknot 1q2w3e4r abcd1234 aaaaaaaa liverpool 12341234 12121212 21122112 asdf1234 1234567890 1234qwer
  99999999 98765432 77777777 abcdefgh 51505150 fredfred 987654321 55555555 22222222 66666666 11223344 q1w2e3r4 1qaz2wsx password1
  letmein1 welcome1 00000000 33333333 44444444 qwertyuiop asdfghjkl zxcvbnm1 hgfedcba zyxwvuts 23456789 123123123 abcabcabc 19871987
  fingerig homepage- films+pic+galeries sentnece qwerqwer lkjhgfds hotmail1 hotmail0 outoutout qwertzui 09876543 hugohugo
`
  .trim()
  .split(/\s+/)

test.each(LEAKED)('refuses %s, which often leaked', (password) => {
  expect([COMMON, EASY]).toContain(weaknessOf(password))
  expect([COMMON, EASY]).toContain(weaknessOf(password.toUpperCase()))
})

test('refuses one unit that repeats and runs of any length', () => {
  for (const password of ['z'.repeat(200), 'ab'.repeat(40), 'ijklmnopqrst']) expect(weaknessOf(password), password).toBe(EASY)
})

test('rates the beginning of a long password, because other calls wait for it', () => {
  expect(weaknessOf(`${'z'.repeat(32)}three brown kettles`)).toBe(EASY)
  expect(weaknessOf(`three brown kettles${'z'.repeat(32)}`)).toBeUndefined()
})

test('refuses the 10,000 most common passwords of its own list in any case', () => {
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
  for (const password of ['three brown kettles', 'penelope likes kettles', '!?-+;*#=%', 'Łódź-Kraków-7'])
    expect(weaknessOf(password, owner), password).toBeUndefined()
})
