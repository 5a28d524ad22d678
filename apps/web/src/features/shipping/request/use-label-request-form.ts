import { NewLabelRequest, type ProcessingFeeRow } from '@vialdesk/contract/label-requests'
import type { Location } from '@vialdesk/contract/shipping'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { today } from '#web/lib/format/dates.ts'
import { useContractForm } from '#web/lib/forms/use-contract-form.ts'
import type { LabelData, RequestingCenter } from './use-label-data.ts'

export const addressOf = (location: Partial<Location> | LabelData['me']) => ({
  address1: location?.address1 ?? '',
  address2: location?.address2 ?? '',
  city: location?.city ?? '',
  state_desc: location?.state_desc ?? '',
  country_desc: location?.country_desc ?? '',
  zip_code: location?.zip_code ?? '',
})

function initialValuesOf(row: ProcessingFeeRow, center: RequestingCenter, { me, locations, patients }: LabelData) {
  const known = row.patient.filter(({ id }) => patients.some((each) => each.id === id))
  return {
    harvest_center: center.id,
    transaction: row.id,
    harvest_center_email: me?.email ?? '',
    harvest_center_representative: [me?.first_name, me?.last_name].filter(Boolean).join(' '),
    doctor_name: '',
    doctor_email: '',
    doctor_phone: '',
    patients_ids: known.map(({ id }) => String(id)).join(','),
    other_patient_name: '',
    unsigned_confirmed: false,
    override_reason: '',
    label_date: today() as string | null,
    ...addressOf(locations.find((location) => location.default) ?? locations[0] ?? me),
  }
}

export type LabelRequestValues = ReturnType<typeof initialValuesOf>

export interface LabelRequestProps {
  row: ProcessingFeeRow
  center: RequestingCenter
  data: LabelData
  /** Gets the id of the new request. */
  onDone: (id: number) => void
}

export function useLabelRequestForm({ row, center, data, onDone }: LabelRequestProps) {
  const request = useFormCall('POST /api/v1/fedex-requests/')
  return useContractForm(NewLabelRequest, {
    initialValues: initialValuesOf(row, center, data),
    send: async (body) => {
      const { data: made } = await request({ body })
      onDone(made.id)
    },
  })
}
export type LabelRequestFormState = ReturnType<typeof useLabelRequestForm>
