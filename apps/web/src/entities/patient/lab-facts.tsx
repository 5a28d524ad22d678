import {
  type LabFormat,
  type LabGroup,
  type LabRecordField,
  labLabel,
  labRecordFields,
  labRecordKeys,
  yesOrNo,
} from '@vialdesk/contract/people/lab-fields'
import type { LabRecord } from '@vialdesk/contract/people/patients'
import type { ReactNode } from 'react'
import type { Fact } from '#web/ui/layout/facts.tsx'
import { DateText } from '#web/ui/text/date-text.tsx'

/** Fields that the reader may not see are absent. */
type ShownRecord = { [Field in LabRecordField]?: LabRecord[Field] | undefined }

/** Whether the estimated date is later than the first one, which was promised. */
export const isDelayed = (estimated: string | null | undefined, promised: string | null | undefined) =>
  Boolean(estimated && promised && estimated > promised)

const day = (value: unknown) => <DateText value={value as string | null} />
const formats: Record<LabFormat, (value: unknown) => ReactNode> = {
  day,
  yes_no: yesOrNo,
  flag: yesOrNo,
  count: (value) => <span className="figures">{value as number}</span>,
  text: (value) => value as string,
}

/** The fields that depend on another one. Undefined is left out. */
const special: { [Field in LabRecordField]?: (record: ShownRecord) => ReactNode } = {
  estimated_date_vials_ready_to_ship: ({ estimated_date_vials_ready_to_ship: estimated, estimated_date_manual: manual }) => (
    <>
      {day(estimated)}
      {manual && ' (set manually)'}
    </>
  ),
  estimated_date_manual: () => undefined,
  promised_ready_date: ({ estimated_date_vials_ready_to_ship: estimated, promised_ready_date: promised }) =>
    isDelayed(estimated, promised) ? day(promised) : undefined,
  delay_reason: ({ delay_reason }) => delay_reason || undefined,
}

/** The facts of a lab record, in the order of the catalogue. A new field appears by itself. */
export const labFactsOf = (record: ShownRecord, groups: readonly LabGroup[]): Fact[] =>
  labRecordKeys
    .filter((field) => groups.includes(labRecordFields[field].group) && record[field] !== undefined)
    .map((field) => {
      const show = special[field]
      return { label: labLabel(field), value: show ? show(record) : formats[labRecordFields[field].format](record[field]) }
    })
