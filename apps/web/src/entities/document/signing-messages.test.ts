import { describe, expect, test } from 'vitest'
import { originOf, readSigningMessage, SIGNING_SOURCE } from './signing-messages.ts'

const own = 'https://portal.example'
const documentId = 'a'.repeat(40)
const read = (origin: string, data: unknown, frame = own) =>
  readSigningMessage({ origin, data }, { origin: frame, documentId, ownOrigin: own })

describe('a message of the signing frame', () => {
  test('is read from the own signing page', () => {
    expect(read(own, { source: SIGNING_SOURCE, type: 'completed', documentId })).toBe('completed')
    expect(read(own, { source: SIGNING_SOURCE, type: 'expired', documentId: '' })).toBe('expired')
  })

  test('is ignored from another origin, of another document and of another kind', () => {
    expect(read('https://evil.example', { source: SIGNING_SOURCE, type: 'completed', documentId })).toBeUndefined()
    expect(read(own, { source: SIGNING_SOURCE, type: 'completed', documentId: 'b'.repeat(40) })).toBeUndefined()
    expect(read(own, { source: SIGNING_SOURCE, type: 'other', documentId })).toBeUndefined()
    expect(read(own, { type: 'completed', documentId })).toBeUndefined()
    expect(read(own, { action: 'onDocumentSigned' }), 'the own page has no events of a provider').toBeUndefined()
  })

  test('is read from a provider as an object or as text', () => {
    const provider = 'https://app.boldsign.com'
    expect(read(provider, { action: 'onDocumentSigned', documentId: 'x' }, provider)).toBe('completed')
    expect(read(provider, '{"status":"onDocumentDeclined"}', provider)).toBe('declined')
    expect(read(provider, '{broken', provider)).toBeUndefined()
    expect(read('https://other.example', { action: 'onDocumentSigned' }, provider)).toBeUndefined()
    const forged = { source: SIGNING_SOURCE, type: 'completed', documentId }
    expect(read(provider, forged, provider), 'a provider does not speak for the portal').toBeUndefined()
  })
})

test('only web addresses have an origin', () => {
  expect(originOf('/signing#secret', own)).toBe(own)
  expect(originOf('https://app.boldsign.com/sign?x=1', own)).toBe('https://app.boldsign.com')
  expect(originOf('javascript:alert(1)', own)).toBeUndefined()
})
