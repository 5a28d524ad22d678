import { describe, expect, test } from 'vitest'
import { sameSigner, signUpStep } from './use-documents-to-sign.ts'

const one = { template_id: 'one', title: 'Center Agreement' }
const two = { template_id: 'two', title: 'Terms' }
const proof = { doc_id: 'document', title: 'Center Agreement' }

test('a signer is the same in capitals and with other spaces, and not with another name or email', () => {
  const ida = { name: 'Ida Berg', email: 'ida@clinic.example' }
  expect(sameSigner(ida, { name: ' IDA  berg', email: 'Ida@Clinic.example ' })).toBe(true)
  expect(sameSigner(ida, { ...ida, name: 'Ida Bergen' })).toBe(false)
  expect(sameSigner(ida, { ...ida, email: 'ida@clinic.test' })).toBe(false)
})

describe('a sign-up', () => {
  test('without documents is done with the form', () => {
    expect(signUpStep([], 0, new Map())).toMatchObject({ template: undefined, isLast: true, isSigned: true, documents: [] })
  })

  test('with documents begins with the form, which is not the end', () => {
    expect(signUpStep([one, two], 0, new Map())).toMatchObject({ template: undefined, total: 2, isLast: false })
  })

  test('has one step per document, signed or not', () => {
    expect(signUpStep([one, two], 1, new Map())).toMatchObject({ template: one, number: 1, isSigned: false, isLast: false })
    expect(signUpStep([one, two], 1, new Map([['one', proof]]))).toMatchObject({ isSigned: true, documents: [proof] })
    expect(signUpStep([one, two], 2, new Map([['one', proof]]))).toMatchObject({ template: two, isSigned: false, isLast: true })
  })

  test('submits signed documents in template order and no others', () => {
    const other = { doc_id: 'other', title: 'Terms' }
    const signed = new Map([
      ['two', other],
      ['elsewhere', proof],
      ['one', proof],
    ])
    expect(signUpStep([one, two], 2, signed).documents).toEqual([proof, other])
  })
})
