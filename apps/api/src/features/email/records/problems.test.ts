import { describe, expect, test } from 'vitest'
import type { Dns } from '#api/platform/ports/dns.ts'
import { dkimProblem, dmarcProblem, returnPathProblem } from './records.pure.ts'
import { findSpfProblem } from './spf.commands.ts'

const KEY = 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA'

describe('a DKIM record', () => {
  test.each([
    [`v=DKIM1; k=rsa; p=${KEY}`],
    [`k=rsa;p=${KEY};`],
    [`v=DKIM1; h=sha1:sha256; s=email; t=s; p=${KEY.slice(0, 20)} ${KEY.slice(20)}`],
  ])('is right: %s', (text) => {
    expect(dkimProblem([text], KEY)).toBe('')
    expect(dkimProblem(['google-site-verification=1', text], KEY)).toBe('')
  })

  test.each<[string, string[], string]>([
    ['no record', [], 'There is no DKIM record.'],
    ['another text', ['hello'], 'The record at this name is not a DKIM record.'],
    ['two records', [`p=${KEY}`, `v=DKIM1; p=${KEY}`], 'There are two DKIM records at this name. Keep one.'],
    ['another version', [`v=DKIM2; p=${KEY}`], 'The DKIM record must begin with v=DKIM1.'],
    ['another kind of key', [`v=DKIM1; k=ed25519; p=${KEY}`], 'The DKIM record must say k=rsa.'],
    ['no sha256', [`v=DKIM1; h=sha1; p=${KEY}`], 'The DKIM record does not allow sha256. Remove h= from it.'],
    ['another service', [`v=DKIM1; s=tlsrpt; p=${KEY}`], 'The DKIM record is not for mail. Remove s= from it.'],
    ['no key', ['v=DKIM1; k=rsa'], 'The DKIM record has no key: p= is missing.'],
    ['a withdrawn key', ['v=DKIM1; p='], 'The DKIM record says that the key was withdrawn: p= is empty.'],
    ['half a key', [`v=DKIM1; p=${KEY.slice(0, 30)}`], 'The key is cut off. Copy the whole value.'],
    ['another key', ['v=DKIM1; p=AAAA'], 'The key differs from the key of the portal. Copy the value again.'],
  ])('with %s is wrong', (_what, texts, problem) => {
    expect(dkimProblem(texts, KEY)).toBe(problem)
  })
})

describe('a DMARC record', () => {
  test.each(['v=DMARC1; p=quarantine', 'v=DMARC1;p=none;rua=mailto:a@b.example', 'v = DMARC1 ; p = Reject'])(
    'is right: %s',
    (text) => {
      expect(dmarcProblem([text])).toBe('')
    },
  )

  test.each<[string, string[], string]>([
    ['no record', [], 'There is no DMARC record.'],
    ['another text', ['hello'], 'The record at this name is not a DMARC record.'],
    ['two records', ['v=DMARC1; p=none', 'v=DMARC1; p=reject'], 'There are two DMARC records. Keep one.'],
    ['small letters', ['v=dmarc1; p=none'], 'The DMARC record must begin with v=DMARC1, in capital letters.'],
    ['no policy', ['v=DMARC1; sp=none'], 'The DMARC record has no policy. Add p=quarantine.'],
    ['an unknown policy', ['v=DMARC1; p=block'], 'The DMARC policy block does not exist. Use p=quarantine.'],
  ])('with %s is wrong', (_what, texts, problem) => {
    expect(dmarcProblem(texts)).toBe(problem)
  })
})

test('a return path points to the mail server', () => {
  expect(returnPathProblem(['Mail.portal.example.'], 'mail.portal.example')).toBe('')
  expect(returnPathProblem([], 'mail.portal.example')).toBe('There is no CNAME record.')
  expect(returnPathProblem(['other.example'], 'mail.portal.example')).toBe(
    'The record points to other.example, not to mail.portal.example.',
  )
})

describe('an SPF record', () => {
  const PART = 'a:mail.portal.example'
  const problemOf = (texts: Record<string, string[]>) => {
    const dns = { txt: async (name: string) => texts[name] ?? [] } as Dns
    return findSpfProblem(dns, 'acme.example', PART)
  }

  test.each([
    [`v=spf1 ${PART} ~all`],
    [`V=SPF1 include:_spf.acme.example +A:Mail.Portal.Example -all`],
    ['v=spf1 include:_spf.acme.example ?all'],
    ['v=spf1 ip4:192.0.2.0/24 redirect=_spf.acme.example'],
    ['v=spf1 exists:%{i}._spf.acme.example include:_spf.acme.example ~all'],
  ])('is right: %s', async (text) => {
    expect(await problemOf({ 'acme.example': ['another text', text], '_spf.acme.example': [`v=spf1 mx ${PART} ~all`] })).toBe('')
  })

  test.each<[string, string[], string]>([
    ['no record', ['another text', 'v=spf10'], 'There is no SPF record.'],
    ['two records', [`v=spf1 ${PART} ~all`, 'v=spf1 -all'], 'There are two SPF records. Join them to one.'],
    ['seven records', Array(7).fill('v=spf1 -all'), 'There are 7 SPF records. Join them to one.'],
    [
      'a spelling mistake',
      [`v=spf1 inlcude:x.example ${PART} ~all`],
      'The SPF record has a part that does not exist: inlcude:x.example.',
    ],
    ['every sender allowed', [`v=spf1 ${PART} +all`], 'The SPF record lets every server send your mails. End it with ~all.'],
    ['other senders', ['v=spf1 mx -all'], `The SPF record does not name the mail server. Add ${PART} to it.`],
    ['the sender after all', [`v=spf1 -all ${PART}`], `The SPF record does not name the mail server. Add ${PART} to it.`],
    ['the sender forbidden', [`v=spf1 -${PART} ~all`], `The SPF record does not name the mail server. Add ${PART} to it.`],
    [
      'an included name without a record',
      [`v=spf1 include:gone.example ${PART} ~all`],
      'The SPF record includes gone.example, which has no SPF record.',
    ],
    [
      'too many look-ups',
      [`v=spf1 ${Array.from({ length: 10 }, (_, n) => `a:h${n}.example`).join(' ')} ${PART} ~all`],
      'The SPF record needs more than 10 look-ups. Receivers ignore it. Remove senders that you no longer use.',
    ],
    [
      'a record that includes itself',
      [`v=spf1 include:acme.example ${PART} ~all`],
      'The SPF record needs more than 10 look-ups. Receivers ignore it. Remove senders that you no longer use.',
    ],
  ])('with %s is wrong', async (_what, texts, problem) => {
    expect(await problemOf({ 'acme.example': texts })).toBe(problem)
  })
})
