/** Locations of centers, and requests for shipping labels. */
import { z } from 'zod'
import { admin, adminAndCenters, adminAndHarvestStaff, adminAndLab, adminAndReferralCenter, self } from '../base/access.ts'
import { call } from '../base/call.ts'
import { companyOf, inWords, listFile, moment, nameOf, yesOrNo } from '../base/list-file.ts'
import { optionalName } from '../base/names.ts'
import {
  Address,
  DateInput,
  Id,
  LongSearch,
  Message,
  OnlyTrue,
  PatientId,
  PlainDate,
  pageOf,
  paging,
  requiredLine,
  Search,
  Success,
  singleLine,
  sortBy,
  TemplateChoice,
  UserId,
} from '../base/primitives.ts'
import * as proof from '../base/proof.ts'
import { saleColumns } from '../money/sale.ts'
import {
  LabelCheck,
  LabelCheckQuery,
  LabelEdit,
  LabelOrder,
  LabelRequest,
  MAX_LABEL_BYTES,
  NewLabelRequest,
  ProcessingFeeRow,
} from './label-requests.ts'

export const Location = Address.extend({
  id: Id,
  user: UserId,
  location_name: z.string(),
  /** The attestation template that the center uses there. Kept for the center; documents are made from the center's own template. */
  template_id: z.string().nullable(),
  default: z.boolean(),
})
export type Location = z.infer<typeof Location>

const fields = {
  location_name: optionalName(80),
  address1: requiredLine(100),
  address2: singleLine(100),
  city: requiredLine(80),
  /** Not blank where addresses of the country have a state. */
  state_desc: singleLine(80),
  country_desc: requiredLine(80),
  /** Blank in countries without postal codes. */
  zip_code: singleLine(20),
  template_id: TemplateChoice,
  default: z.boolean(),
}

/** The first location of a user always becomes the default. */
export const NewLocation = z.object({
  ...fields,
  user: Id,
  location_name: fields.location_name.default(''),
  address2: fields.address2.default(''),
  zip_code: fields.zip_code.default(''),
  template_id: fields.template_id.default(null),
  default: fields.default.default(false),
})
export type NewLocation = z.infer<typeof NewLocation>

export const LocationEdit = z.object(fields).partial()
export type LocationEdit = z.infer<typeof LocationEdit>

/** Messages when a location cannot be deleted; literal texts of the specification. */
export const ONLY_LOCATION = 'You only have one address, you need at least one address on your account.'
export const DEFAULT_LOCATION = 'You can not delete this location, select another default address before delete this location.'

export const LabelRequestFilter = paging(10).extend({
  search: Search,
  /** Only requests without a label. */
  waiting: OnlyTrue,
  /** Only the requests of this center. */
  center: Id.optional(),
  sort: sortBy('id', 'date', 'state'),
})
export type LabelRequestFilter = z.infer<typeof LabelRequestFilter>
const sortPurchases = sortBy('date', 'amount', 'product', 'patient')
/** `transaction`: only this sale. */
const feeFilter = paging(10).extend({ transaction: Id.optional(), sort: sortPurchases })

export const shipping = {
  locations: call('GET /api/v1/locations/user/{id}/', self, {
    machine: true,
    summary: 'The locations of a user, default first',
    answer: z.array(Location),
  }),
  addLocation: call('POST /api/v1/locations/', self, {
    machine: true,
    proof: proof.parcel,
    summary: 'Add a location of a user',
    body: NewLocation,
    answer: Location,
    status: 201,
  }),
  editLocation: call('PATCH /api/v1/locations/{id}/', self, {
    machine: true,
    proof: proof.parcel,
    summary: 'Change a location; it stays the default until another one becomes the default',
    body: LocationEdit,
    answer: Location,
  }),
  deleteLocation: call('DELETE /api/v1/locations/{id}/', self, {
    proof: proof.parcel,
    summary: 'Delete a location that is neither the default nor the only one',
    answer: Message,
  }),
  makeDefault: call('POST /api/v1/locations/update-default/', self, {
    proof: proof.parcel,
    summary: 'Make a location the default of its user',
    body: z.object({ id: Id, user: Id }),
    answer: Message,
  }),
  purchasesOfCenter: call('GET /api/v1/harvest-centers/{id}/transactions-history/', adminAndHarvestStaff, {
    summary: 'The purchases of a harvest center, with the documents of their patients and the labels',
    query: paging(10).extend({
      search: LongSearch,
      date_after: DateInput.optional(),
      date_before: DateInput.optional(),
      /** Only the purchases for this patient. */
      patient_id: Id.optional(),
      sort: sortPurchases,
    }),
    answer: pageOf(ProcessingFeeRow),
    exports: listFile(ProcessingFeeRow, 'transactions', [
      ...saleColumns,
      ['Label', ({ fedex_request }) => fedex_request?.tracking_number],
    ]),
  }),
  feesOfCenter: call('GET /api/v1/harvest-centers/{id}/transactions-history/processing-fee/', adminAndHarvestStaff, {
    summary: 'The processing fees that a harvest center paid, each with its label',
    query: feeFilter,
    answer: pageOf(ProcessingFeeRow),
  }),
  feesOfReferralCenter: call('GET /api/v1/rhc-association/{id}/transactions-history/processing-fee/', adminAndReferralCenter, {
    summary: 'The processing fees that a referral center paid, each with its label',
    query: feeFilter,
    answer: pageOf(ProcessingFeeRow),
  }),
  requestLabel: call('POST /api/v1/fedex-requests/', adminAndCenters, {
    machine: true,
    proof: proof.parcel,
    summary: 'Request a shipping label',
    body: NewLabelRequest,
    answer: Message.extend({ data: LabelRequest }),
    status: 201,
  }),
  labelCheck: call('GET /api/v1/fedex-requests/check/', adminAndCenters, {
    summary: 'The documents of the patients of a label, before it is requested',
    query: LabelCheckQuery,
    answer: LabelCheck,
  }),
  labelRequests: call('GET /api/v1/fedex-requests/', adminAndCenters, {
    machine: true,
    summary: 'Label requests, newest first: all of the domain, or those of your own centers',
    query: LabelRequestFilter,
    answer: pageOf(LabelRequest),
    views: ['label-requests'],
    exports: listFile(LabelRequest, 'label-requests', [
      ['ID', ({ id }) => id],
      ['Center', ({ harvest_center_name }) => harvest_center_name],
      ['Doctor', ({ doctor_name }) => doctor_name],
      ['Patients (IDs)', (row) => row.patients.map(({ id }) => id).join(', ')],
      ['Patients', (row) => [...row.patients.map(nameOf), row.other_patient_name].filter(Boolean).join(', ')],
      ['Without a signed document', (row) => yesOrNo(row.unsigned_confirmed)],
      ['Label date', ({ label_date }) => label_date],
      ['Parcel', ({ parcel }) => inWords(parcel)],
      ['Tracking number', ({ tracking_number }) => tracking_number],
      ['Notification sent', ({ notification_sent }) => yesOrNo(notification_sent)],
      ['Lab', ({ lab }) => companyOf(lab)],
      ['Requested', ({ created_at }) => moment(created_at)],
    ]),
  }),
  labelRequest: call('GET /api/v1/fedex-requests/{id}/', adminAndCenters, { summary: 'One label request', answer: LabelRequest }),
  editLabel: call('PATCH /api/v1/fedex-requests/{id}/', admin, {
    machine: true,
    proof: proof.parcel,
    summary: 'Set the label of a request: tracking number, tracking link and PDF',
    body: LabelEdit,
    answer: LabelRequest.extend(Message.shape),
  }),
  labelSent: call('POST /api/v1/fedex-requests/update-sent-notification/{id}/', admin, {
    proof: proof.parcel,
    summary: 'Mark that a center was notified of its label',
    answer: Success,
  }),
  sendLabel: call('POST /api/v1/fedex-requests/send-notification/', admin, {
    proof: proof.parcel,
    summary: 'Email a center that its label is ready; a repeated `click` id sends no second mail',
    body: z.object({ fedex_id: Id, click: z.uuid().optional() }),
    answer: Success,
  }),
  uploadLabel: call('POST /api/v1/fedex-requests/process-file/', admin, {
    proof: proof.parcel,
    summary: 'Upload the PDF of a label, to be attached to a request later',
    body: z.object({
      file: z.file('Choose a PDF.'),
      filename: singleLine(200).optional(),
      type: z.literal('fedexlabel').optional(),
    }),
    answer: z.object({ filename: z.string() }),
    upload: { maxBytes: MAX_LABEL_BYTES },
  }),
  labelLink: call('GET /api/v1/fedex-requests/{id}/label-link/', adminAndCenters, {
    machine: true,
    summary: 'A link to the PDF of a label, valid for a few minutes',
    answer: z.object({ link: z.string() }),
  }),
  makeLabel: call('POST /api/v1/fedex-requests/{id}/make-label/', admin, {
    proof: proof.parcel,
    summary: 'Buy the label from the carrier: from the address of the request to a lab',
    body: LabelOrder,
    answer: LabelRequest.extend(Message.shape),
    usesProviders: true,
  }),
  checkLabel: call('POST /api/v1/fedex-requests/{id}/check-label/', admin, {
    machine: true,
    proof: proof.parcel,
    summary: 'Ask the carrier about a label in state `unknown`; with `give_up`, an unknown label is dropped',
    body: z.object({ give_up: z.boolean().default(false) }),
    answer: LabelRequest.extend(Message.shape),
    usesProviders: true,
  }),
  receiveParcel: call('POST /api/v1/fedex-requests/{id}/received/', adminAndLab, {
    proof: proof.parcel,
    summary: 'Book in a parcel: the lab received its tissue today',
    answer: Message.extend({ received_on: PlainDate, patients: z.array(PatientId) }),
  }),
  cancelLabel: call('POST /api/v1/fedex-requests/{id}/cancel-label/', admin, {
    proof: proof.parcel,
    summary: 'Cancel a label at the carrier, until the parcel is picked up; the request is open again',
    answer: LabelRequest.extend(Message.shape),
    usesProviders: true,
  }),
}
