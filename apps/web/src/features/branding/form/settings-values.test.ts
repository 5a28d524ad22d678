import type { DomainSettings } from '@vialdesk/contract/business/branding'
import { expect, test } from 'vitest'
import { editOf, initialValuesOf, settingsFormOf } from './settings-values.ts'

const settings: DomainSettings = {
  domain: { id: 1, identifier: 'acme', name: 'Acme Cells' },
  logo: '/media/brand/logo.png',
  favicon: null,
  email_sender: 'portal@acme.example',
  description: 'Cells',
  email_notifications: '',
  updated_at: '2026-03-01T10:00:00.000Z',
  brand: {
    primary_color: '#0b6e6e',
    radius: 'md',
    login_color: null,
    login_image: null,
    time_zone: 'America/New_York',
    country: 'US',
  },
  contact: { phone: '', address: '', privacy_url: '', terms_url: '' },
  session: { idle_minutes: 30, session_hours: 12 },
  demo: false,
  demo_log_in_known: false,
  two_step_memberships: [7],
  has_admin_form_password: false,
  label_documents_rule: 'ask' as const,
  release_rules: {
    ...{ plating_rule: 'warn', quality_rule: 'warn', testing_rule: 'warn', quarantine_rule: 'off' },
    ...{ min_quality_checks: 1, min_quarantine_days: 0, rule_overriders: 'lab' },
  },
}
const start = initialValuesOf(settings)
const form = settingsFormOf(settings)
const errorsOf = (values: object) =>
  Object.fromEntries(form.safeParse({ ...start, ...values }).error?.issues.map((each) => [each.path[0], each.message]) ?? [])
const edit = (values: object) => editOf(settings, form.parse({ ...start, ...values }))
const loaded_at = settings.updated_at

test('sends only what was changed', () => {
  expect(edit({})).toEqual({ loaded_at })
  expect(edit({ name: 'Acme', session_hours: 8, two_step_memberships: [] })).toEqual({
    ...{ name: 'Acme', session_hours: 8, two_step_memberships: [] },
    loaded_at,
  })
})

test('sends an image only if a new file was chosen', () => {
  const file = new File(['x'], 'logo.png', { type: 'image/png' })
  expect(edit({ logo: file, favicon: 'keep', login_image: 'remove' })).toEqual({
    logo: file,
    remove_login_image: 'yes',
    loaded_at,
  })
  expect(errorsOf({ logo: 'choose', favicon: 'choose' })).toEqual({ logo: 'Choose an image.', favicon: 'Choose an image.' })
})

test('asks for the password only while it is updated', () => {
  expect(edit({ admin_form_password: 'long enough' })).toEqual({ loaded_at })
  expect(edit({ update_password: true, admin_form_password: 'long enough' })).toEqual({
    admin_form_password: 'long enough',
    loaded_at,
  })
  expect(errorsOf({ update_password: true })).toEqual({ admin_form_password: 'Min Length 8' })
})

test('requires a title and the email address of the sender', () => {
  expect(Object.keys(errorsOf({ name: ' ', email_sender: '' }))).toEqual(['name', 'email_sender'])
  expect(Object.keys(errorsOf({ email_sender: 'nobody' }))).toEqual(['email_sender'])
})

test('refuses a colour without enough contrast and names the nearest one that has it', () => {
  expect(errorsOf({ primary_color: '#ffee00' }).primary_color).toMatch(/The nearest colour that works is #[0-9a-f]{6}\./)
  expect(errorsOf({ primary_color: 'teal' }).primary_color).toBe('Enter a colour such as #0b6e6e.')
})

test('does not judge a stored colour again', () => {
  const stored = { ...settings, brand: { ...settings.brand, primary_color: '#ffee00' } }
  const values = { ...initialValuesOf(stored), name: 'Acme' }
  expect(settingsFormOf(stored).safeParse(values).success).toBe(true)
})
