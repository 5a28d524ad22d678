import { expect, test } from 'vitest'
import { arrangeRequest, FieldTooLong } from './request-fields.ts'

test('arranges values that were written in another order, and omits blank ones', () => {
  const arranged = arrangeRequest('createTransactionRequest', {
    transactionRequest: {
      transactionSettings: { setting: [{ settingValue: 'false', settingName: 'emailCustomer' }] },
      billTo: { zip: '30301', firstName: 'Ada', company: '', lastName: undefined },
      order: { description: 'Invoice V-1', invoiceNumber: 'V-1' },
      payment: { opaqueData: { dataValue: 'value', dataDescriptor: 'descriptor' } },
      profile: {},
      amount: '12.30',
      transactionType: 'authCaptureTransaction',
    },
  })
  expect(JSON.stringify(arranged)).toBe(
    JSON.stringify({
      transactionRequest: {
        transactionType: 'authCaptureTransaction',
        amount: '12.30',
        payment: { opaqueData: { dataDescriptor: 'descriptor', dataValue: 'value' } },
        order: { invoiceNumber: 'V-1', description: 'Invoice V-1' },
        billTo: { firstName: 'Ada', zip: '30301' },
        transactionSettings: { setting: [{ settingName: 'emailCustomer', settingValue: 'false' }] },
      },
    }),
  )
})

test('cuts text about a person, and refuses an id that is too long', () => {
  const long = 'x'.repeat(300)
  const arranged = arrangeRequest('createTransactionRequest', { transactionRequest: { billTo: { firstName: long, zip: long } } })
  expect(arranged).toEqual({ transactionRequest: { billTo: { firstName: 'x'.repeat(50), zip: 'x'.repeat(20) } } })
  const refused = () => arrangeRequest('createTransactionRequest', { transactionRequest: { order: { invoiceNumber: long } } })
  expect(refused).toThrow(FieldTooLong)
  expect(refused).toThrow(/invoiceNumber has more than 20/)
})
