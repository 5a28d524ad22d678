/** Where things are sent from and to. */
import { z } from 'zod'
import { call } from './call.ts'
import { FeeRow, LABEL_BYTES, LabelEdit, LabelOrder, LabelRequest, NewLabelRequest } from './labels.ts'
import { name } from './names.ts'
import { Address, filled, Id, line, Message, pageOf, paging, Search, Success, UserId } from './primitives.ts'

export const Location = Address.extend({ id: Id, user: UserId, location_name: z.string(), default: z.boolean() })
export type Location = z.infer<typeof Location>

const fields = {
  location_name: name(80),
  address1: filled(100),
  address2: line(100),
  city: filled(80),
  state_desc: filled(80),
  country_desc: filled(80),
  /** Blank where the country has none. */
  zip_code: line(20),
  default: z.boolean(),
}

/** The first location of a user is its default, whatever is asked. */
export const NewLocation = z.object({
  ...fields,
  user: Id,
  location_name: fields.location_name.default(''),
  address2: fields.address2.default(''),
  zip_code: fields.zip_code.default(''),
  default: fields.default.default(false),
})
export type NewLocation = z.infer<typeof NewLocation>

export const LocationEdit = z.object(fields).partial()
export type LocationEdit = z.infer<typeof LocationEdit>

/** Why a location stays, in the words that people read. */
export const ONLY_LOCATION = 'You only have one address, you need at least one address on your account.'
export const DEFAULT_LOCATION = 'You can not delete this location, select another default address before delete this location.'

export const shipping = {
  locations: call('GET /api/v1/locations/user/{id}/', {
    summary: 'The locations of a user, the default first',
    answer: z.array(Location),
  }),
  addLocation: call('POST /api/v1/locations/', {
    summary: 'Add a location of a user',
    body: NewLocation,
    answer: Location,
    status: 201,
  }),
  editLocation: call('PATCH /api/v1/locations/{id}/', {
    summary: 'Change a location; the default stays so until another one is',
    body: LocationEdit,
    answer: Location,
  }),
  deleteLocation: call('DELETE /api/v1/locations/{id}/', {
    summary: 'Delete a location that is neither the default nor the only one',
    answer: Message,
  }),
  makeDefault: call('POST /api/v1/locations/update-default/', {
    summary: 'Make a location the default one of its user',
    body: z.object({ id: Id, user: Id }),
    answer: Message,
  }),
  feesOfCenter: call('GET /api/v1/harvest-centers/{id}/transactions-history/processing-fee/', {
    summary: 'The processing fees that a harvest center paid, each with its label',
    query: paging(10),
    answer: pageOf(FeeRow),
  }),
  feesOfReferralCenter: call('GET /api/v1/rhc-association/{id}/transactions-history/processing-fee/', {
    summary: 'The processing fees that a referral center paid, each with its label',
    query: paging(10),
    answer: pageOf(FeeRow),
  }),
  requestLabel: call('POST /api/v1/fedex-requests/', {
    summary: 'Ask for a label',
    body: NewLabelRequest,
    answer: Message.extend({ data: LabelRequest }),
    status: 201,
  }),
  labelRequests: call('GET /api/v1/fedex-requests/', {
    summary: 'Requests for labels, the newest first: all, or those of the own centers',
    query: paging(10).extend({ search: Search }),
    answer: pageOf(LabelRequest),
  }),
  editLabel: call('PATCH /api/v1/fedex-requests/{id}/', {
    summary: 'Give a request its label: tracking number, tracking link and PDF',
    body: LabelEdit,
    answer: LabelRequest.extend(Message.shape),
  }),
  labelSent: call('POST /api/v1/fedex-requests/update-sent-notification/{id}/', {
    summary: 'Note that a center was told of its label',
    answer: Success,
  }),
  sendLabel: call('POST /api/v1/fedex-requests/send-notification/', {
    summary: 'Email a center that its label is ready; the same click sends one mail',
    body: z.object({ fedex_id: Id, click: z.uuid().optional() }),
    answer: Success,
  }),
  uploadLabel: call('POST /api/v1/fedex-requests/process-file/', {
    summary: 'Keep the PDF of a label until a request takes it',
    body: z.object({ file: z.file('Choose a PDF.'), filename: line(200).optional(), type: z.literal('fedexlabel').optional() }),
    answer: z.object({ filename: z.string() }),
    upload: { maxBytes: LABEL_BYTES },
  }),
  labelLink: call('GET /api/v1/fedex-requests/{id}/label-link/', {
    summary: 'A link that opens the PDF of a label for a few minutes',
    answer: z.object({ link: z.string() }),
  }),
  makeLabel: call('POST /api/v1/fedex-requests/{id}/make-label/', {
    summary: 'Have the carrier make the label, from the address of the request to a lab',
    body: LabelOrder,
    answer: LabelRequest.extend(Message.shape),
    waits: true,
  }),
  checkLabel: call('POST /api/v1/fedex-requests/{id}/check-label/', {
    summary: 'Ask the carrier what became of a label that it gave no answer about; where it knows of none, give it up if told to',
    body: z.object({ give_up: z.boolean().default(false) }),
    answer: LabelRequest.extend(Message.shape),
    waits: true,
  }),
  cancelLabel: call('POST /api/v1/fedex-requests/{id}/cancel-label/', {
    summary: 'Have the carrier cancel the label that it made, as long as it has no parcel; the request is open again',
    answer: LabelRequest.extend(Message.shape),
    waits: true,
  }),
}
