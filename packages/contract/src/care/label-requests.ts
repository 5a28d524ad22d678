/** Requests of centers for shipping labels, from the form to the delivery of the parcel. */
import { z } from 'zod'
import { optionalName, requiredName } from '../base/names.ts'
import {
  Address,
  CenterName,
  DateInput,
  Email,
  Id,
  PatientId,
  PatientName,
  PlainDate,
  requiredLine,
  singleLine,
  Timestamp,
} from '../base/primitives.ts'
import { DocumentStatus } from '../documents/documents.ts'
import { PartyTransaction } from '../money/transactions.ts'
import { OverrideReason } from './release-rules.ts'

/** Used as patient id for a patient without an account. */
export const OTHER_PATIENT = 0

export const LABEL_REQUESTED = 'Fedex Label has been requested!'
export const PATIENT_REQUIRED = 'Please select a patient(s)'
export const PENDING_DOCUMENTS =
  'This patient has pending documents to be signed. Please sign all patients documents to request a Fedex Label'
/** The lab has one lab record per patient, so a second parcel needs an admin. */
export const TISSUE_RECEIVED =
  'The lab already has the tissue of this patient. Labels are for tissue that is still to be sent. If there is more tissue, contact your admin.'
export const NO_SIGNED_DOCUMENT = 'No document of this patient is signed'
export const LABEL_SAVED = 'Fedex Label/Tracking Number have been added!'
export const LABEL_SAVED_AND_SENT = 'Fedex Label/Tracking Number have been added and Email Notification Sent!'
export const NOTIFICATION_FAILED = 'Notification fails!'
export const SEND_CONFIRMATION = 'Are you sure you want to sent this Fedex Label file email notification?'

/** Size limit of a label's PDF. */
export const MAX_LABEL_BYTES = 5 * 1024 * 1024

/** The path of a label's PDF. `name` is the request's `pdf_file`. */
export const labelPath = (name: string) => `/media/fedex-label/${name}`

/**
 * The state of a label at the carrier. none: not ordered from the carrier. asking: the order was sent. unknown: the carrier
 * did not answer. made: created, and tracked. cancelling: the cancellation was sent, without an answer yet.
 */
export const CarrierState = z.enum(['none', 'asking', 'unknown', 'made', 'cancelling'])
export type CarrierState = z.infer<typeof CarrierState>

/** Where the parcel of a label request is, in order. Derived from the label, the carrier and the lab records. */
export const ParcelState = z.enum(['requested', 'label_ready', 'in_transit', 'delivered', 'received'])
export type ParcelState = z.infer<typeof ParcelState>

export const PatientDocument = z.object({ id: Id, name: z.string(), status: z.string() })
export type PatientDocument = z.infer<typeof PatientDocument>

/** Whether no document is pending. */
export const allSigned = (documents: readonly Pick<PatientDocument, 'status'>[]) =>
  documents.every(({ status }) => status !== 'Pending')

/** The documents of the patients of a label request, and what the request needs because of them. */
export const LabelCheck = z.object({
  /** The three documents of each patient. Status null: never requested. */
  patients: z.array(
    z.object({ id: PatientId, documents: z.array(z.object({ name: z.string(), status: DocumentStatus.nullable() })) }),
  ),
  /** A document waits for a signature, so no label can be requested. */
  pending: z.boolean(),
  /** The documents that the business demands and a patient lacks, as a sentence; or blank. */
  missing: z.string(),
  /** A patient has no signed document, so the request must confirm that. */
  unsigned: z.boolean(),
  /** Whether the caller may request the label although documents are missing. */
  may_override: z.boolean(),
})
export type LabelCheck = z.infer<typeof LabelCheck>

/** The actions that the reader may take on the request in its present state. */
const LabelRequestCan = z.object({
  open_label: z.boolean(),
  edit_label: z.boolean(),
  make_label: z.boolean(),
  check_label: z.boolean(),
  cancel_label: z.boolean(),
  send_label: z.boolean(),
})

export const LabelRequest = Address.extend({
  id: Id,
  domain_id: Id,
  harvest_center: Id,
  harvest_center_name: z.string(),
  hc_desc: z.array(z.object({ id: Id, company: z.string(), email: z.string() })),
  harvest_center_email: z.string(),
  harvest_center_representative: z.string(),
  /** The center's own reference of the doctor. */
  doctor: z.string(),
  doctor_name: z.string(),
  doctor_email: z.string(),
  doctor_phone: z.string(),
  patients_ids: z.string(),
  patients: z.array(PatientName),
  other_patient_name: z.string(),
  /** A patient had no signed document, and the requester confirmed that. */
  unsigned_confirmed: z.boolean(),
  /** Why an admin requested the label although documents were missing. For admins only; or blank. */
  override_reason: z.string(),
  label_date: PlainDate,
  tracking_link: z.string(),
  tracking_number: z.string(),
  /** The file name of the label's PDF, or null. */
  pdf_file: z.string().nullable(),
  notification_sent: z.boolean(),
  carrier_state: CarrierState,
  /** The last status from the carrier. */
  tracking_status: z.string().nullable(),
  tracking_text: z.string(),
  tracked_at: Timestamp.nullable(),
  parcel: ParcelState,
  /** The lab that receives the parcels of the center or of its patients. */
  lab: z.object({ id: Id, company: z.string() }).nullable(),
  created_at: Timestamp,
  can: LabelRequestCan,
})
export type LabelRequest = z.infer<typeof LabelRequest>

/** The label of a paid processing fee. */
export const RequestedLabel = LabelRequest.pick({
  id: true,
  pdf_file: true,
  tracking_link: true,
  tracking_number: true,
  tracking_status: true,
  tracking_text: true,
  parcel: true,
})
export const ProcessingFeeRow = PartyTransaction.extend({
  patient_documents: z.array(PatientDocument),
  fedex_request: RequestedLabel.nullable(),
  /** Whether the lab has the tissue of the patient. Then the center needs no label. */
  tissue_received: z.boolean(),
})
export type ProcessingFeeRow = z.infer<typeof ProcessingFeeRow>

/** A delivered parcel that the lab has not booked in, with those of its patients that the lab may see. */
export const ArrivedParcel = z.object({
  /** The id of the label request. */
  id: Id,
  /** The harvest center or referral center that sent it. */
  center: CenterName,
  patients: z.array(PatientName),
  other_patient_name: z.string(),
  tracking_number: z.string(),
  tracking_link: z.string(),
  delivered_at: Timestamp.nullable(),
})
export type ArrivedParcel = z.infer<typeof ArrivedParcel>

const idsOf = (text: string) => text.split(',').filter(Boolean).map(Number)
/** Comma-separated ids. 0 is a patient without an account. */
const PatientIds = z
  .string()
  .max(400)
  .regex(/^(\d{1,15}(,\d{1,15})*)?$/, PATIENT_REQUIRED)
export const LabelCheckQuery = z.object({ harvest_center: Id, patients_ids: PatientIds })

export const NewLabelRequest = z
  .object({
    /** The harvest center or referral center that makes the request. */
    harvest_center: Id,
    harvest_center_email: Email,
    harvest_center_representative: requiredName(120),
    doctor: singleLine(80).default(''),
    doctor_name: optionalName(120).default(''),
    doctor_email: z.union([z.literal(''), Email]).default(''),
    doctor_phone: singleLine(40).default(''),
    /** 0 requires `other_patient_name`. Blank is allowed with that name. */
    patients_ids: PatientIds,
    other_patient_name: optionalName(120).default(''),
    /** Required where a patient has no signed document (`LabelCheck`). */
    unsigned_confirmed: z.boolean().default(false),
    override_reason: OverrideReason.default(''),
    /** Today by default. */
    label_date: DateInput.nullable().default(null),
    /** The id of the paid processing fee that the label belongs to. */
    transaction: Id.nullable().default(null),
    address1: requiredLine(100),
    address2: singleLine(100).default(''),
    city: requiredLine(80),
    /** Not blank where addresses of the country have a state. */
    state_desc: singleLine(80),
    country_desc: requiredLine(80),
    zip_code: requiredLine(20),
  })
  .superRefine(({ patients_ids, other_patient_name }, refine) => {
    const addError = (path: string, message: string) => refine.addIssue({ code: 'custom', path: [path], message })
    const ids = idsOf(patients_ids)
    if (ids.length === 0 && other_patient_name === '') addError('patients_ids', PATIENT_REQUIRED)
    if (ids.includes(OTHER_PATIENT) && other_patient_name === '') addError('other_patient_name', 'Enter the name of the patient.')
  })
export type NewLabelRequest = z.infer<typeof NewLabelRequest>

/** The ids of patients with an account, without duplicates. */
export const patientIdsOf = ({ patients_ids }: Pick<NewLabelRequest, 'patients_ids'>): number[] => [
  ...new Set(idsOf(patients_ids).filter((id) => id !== OTHER_PATIENT)),
]

export const hasOtherPatient = ({ patients_ids }: Pick<NewLabelRequest, 'patients_ids'>) =>
  idsOf(patients_ids).includes(OTHER_PATIENT)

/** The tracking page of a parcel. Only http and https, because `javascript:` links would run code. */
const TrackingLink = requiredLine(500).pipe(z.url({ protocol: /^https?$/, error: 'Enter a link that begins with https://.' }))

export const LabelEdit = z.object({
  tracking_number: requiredLine(60),
  tracking_link: TrackingLink,
  /** The file name from `process-file/`. If omitted, the PDF stays. */
  pdf_file: singleLine(80).optional(),
  /** The label that the form loaded. If it has changed since, the edit is refused with `conflict`. */
  seen: z.object({ tracking_number: singleLine(60), pdf_file: singleLine(80).nullable() }).optional(),
})
export type LabelEdit = z.infer<typeof LabelEdit>

export const LabelOrder = z.object({
  lab_id: Id,
  format: z.enum(['4x6', 'letter']).default('4x6'),
  pounds: z.number().min(0.1).max(150).default(2),
})
export type LabelOrder = z.infer<typeof LabelOrder>
