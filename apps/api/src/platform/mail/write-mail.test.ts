import { contrastOf } from '@vialdesk/contract/base/colors'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Domain } from '#api/platform/access/domains.ts'
import { writeMail } from './write-mail.ts'

const domain = {
  ...{ id: 7, identifier: 'acme', name: 'Acme & Sons', host: null, email_sender: 'portal@acme.example', logo: null },
  ...{ primary_color: '#7c3aed', radius: 'lg', phone: '', address: '', privacy_url: '', terms_url: '' },
} as Domain
const content = {
  ...{ to: 'ada@mail.example', subject: 'A message', paragraphs: ['Hello <Ada>,', 'Two\nlines'] },
  ...{ button: { label: 'Open', href: 'https://portal.test/?a=1&b=2' }, note: 'Small print' },
}
const write = (brand: Partial<Domain> = {}) => writeMail({ ...domain, ...brand }, content, 'https://portal.test')

describe('a mail', () => {
  test('has the name, colour and corners of the brand, and its own text escaped', () => {
    const { html, from, text } = write()
    expect(from).toEqual({ name: 'Acme & Sons', address: 'portal@acme.example' })
    for (const part of [
      'Acme &amp; Sons',
      'background:#7c3aed',
      'border-radius:16px',
      'Hello &lt;Ada&gt;,',
      'Two<br>lines',
      'a=1&amp;b=2',
    ])
      expect(html).toContain(part)
    expect(text.split('\n\n')).toEqual([
      'Hello <Ada>,',
      'Two\nlines',
      'Open: https://portal.test/?a=1&b=2',
      'Small print',
      'Acme & Sons',
    ])
  })

  test('shows the logo by a URL that is the same in every mail, with the name as its other text', () => {
    const { html } = write({ logo: '7/brand/0123456789abcdef.png' })
    expect(html).toContain('<img src="https://portal.test/media/brand/0123456789abcdef.png" alt="Acme &amp; Sons"')
    expect(write({ logo: '7/brand/0123456789abcdef.png', host: 'cells.example' }).html).toContain(
      'src="https://cells.example/media/',
    )
  })

  test('shows the name where mail programs cannot show the logo', () => {
    expect(write({ logo: '7/brand/0123456789abcdef.svg' }).html).not.toContain('<img')
  })

  test('ends with the contact and the links of the business, as far as they are given', () => {
    const contact = { address: '1 Main Street\nBoston', phone: '+1 555 0100', privacy_url: 'https://a.example/p', terms_url: '' }
    const { html, text } = write(contact)
    expect(html).toContain('Acme &amp; Sons<br>1 Main Street<br>Boston<br>+1 555 0100')
    expect(html).toContain('<a href="https://a.example/p"')
    expect(html).not.toContain('Terms')
    expect(text).toContain('Acme & Sons\n1 Main Street\nBoston\n+1 555 0100\n\nPrivacy: https://a.example/p')
  })

  test('has a readable button for every colour, also for one that was set before colours were checked', () => {
    const anyHex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
    fc.assert(
      fc.property(anyHex, (primary_color) => {
        const button = /background:(#[0-9a-f]{6});color:#ffffff/.exec(write({ primary_color }).html)?.[1] as string
        expect(contrastOf(button, '#ffffff')).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })
})
