import { NumberInput } from '@mantine/core'
import { useEffect, useState } from 'react'

interface Props {
  label: string
  value: number
  decimals: number
  suffix: string
  onCommit: (value: number) => void
}

/** Commits on Enter and when the input is left, because a half-typed number would move the field to odd places. */
export function NumberBox({ label, value, decimals, suffix, onCommit }: Props) {
  const shown = Number(value.toFixed(decimals))
  const [draft, setDraft] = useState<number | string>(shown)
  useEffect(() => setDraft(shown), [shown])
  const commit = () => {
    if (draft === '' || !Number.isFinite(Number(draft))) setDraft(shown)
    else if (Number(draft) !== shown) onCommit(Number(draft))
  }
  return (
    <NumberInput
      label={label}
      value={draft}
      onChange={setDraft}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
      decimalScale={decimals}
      suffix={suffix}
      allowNegative={false}
      hideControls
      inputMode="decimal"
    />
  )
}
