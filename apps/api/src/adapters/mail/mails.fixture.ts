import type { Mail } from '#api/platform/ports/mail.ts'

export const aMail = (domainId: number, change: Partial<Mail> = {}): Mail => ({
  domainId,
  from: { name: 'Acme Portal', address: 'portal@acme.example' },
  to: 'ada@patients.example',
  subject: 'Your account is ready',
  text: 'Set your password.',
  html: '<p>Set your password.</p>',
  ...change,
})
