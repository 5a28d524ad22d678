import { Input, SegmentedControl } from '@mantine/core'
import { type ReactNode, useId } from 'react'

/** 1 is yes, 2 is no, null is not known. */
export type YesNoValue = 1 | 2 | null

interface Props {
  label: string
  value: YesNoValue
  onChange: (value: YesNoValue) => void
  error?: ReactNode
  description?: ReactNode | undefined
}

const answers = [
  { value: '', label: 'Unknown' },
  { value: '1', label: 'Yes' },
  { value: '2', label: 'No' },
]
const answerValues = { '': null, '1': 1, '2': 2 } as const

export function YesNoInput({ label, value, onChange, error, description }: Props) {
  const id = useId()
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id }}
      error={error}
      description={description}
      descriptionProps={{ mt: 6 }}
    >
      <SegmentedControl
        fullWidth
        aria-labelledby={id}
        data={answers}
        value={value === null ? '' : String(value)}
        onChange={(answer) => onChange(answerValues[answer as keyof typeof answerValues])}
      />
    </Input.Wrapper>
  )
}
