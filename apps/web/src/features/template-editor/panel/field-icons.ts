import {
  type Icon,
  IconCalendar,
  IconCalendarCheck,
  IconCheckbox,
  IconCircleDot,
  IconCursorText,
  IconForms,
  IconLetterCase,
  IconMail,
  IconNumber123,
  IconSelect,
  IconSignature,
  IconUser,
} from '@tabler/icons-react'
import type { FieldType } from '@vialdesk/contract/signing-fields'

export const fieldIcons: Record<FieldType, Icon> = {
  signature: IconSignature,
  initials: IconLetterCase,
  full_name: IconUser,
  email: IconMail,
  date_signed: IconCalendarCheck,
  date: IconCalendar,
  text: IconCursorText,
  number: IconNumber123,
  checkbox: IconCheckbox,
  radio: IconCircleDot,
  dropdown: IconSelect,
  prefill: IconForms,
}
