import { Group, NativeSelect, NumberInput, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core'
import type { PageSize, SigningField } from '@vialdesk/contract/signing-fields'
import { type Dispatch, useEffect, useState } from 'react'
import type { EditorAction } from '../state/editor-reducer.ts'

interface NumberBoxProps {
  label: string
  value: number
  decimals: number
  suffix: string
  onCommit: (value: number) => void
}

/** Commits on Enter and when the input is left, because a half-typed number would move the field to odd places. */
function NumberBox({ label, value, decimals, suffix, onCommit }: NumberBoxProps) {
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

interface Props {
  field: SigningField
  pages: readonly PageSize[]
  dispatch: Dispatch<EditorAction>
}

const sides = [
  { name: 'x', label: 'From the left', along: 'width' },
  { name: 'y', label: 'From the top', along: 'height' },
  { name: 'width', label: 'Width', along: 'width' },
  { name: 'height', label: 'Height', along: 'height' },
] as const

/** Exact position and size, as percent of the page or in points. */
export function PositionSection({ field, pages, dispatch }: Props) {
  const [unit, setUnit] = useState('percent')
  const page = pages[field.page - 1]
  if (!page) return null
  const isPercent = unit === 'percent'
  const factor = (along: 'width' | 'height') => (isPercent ? 100 : page[along])
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Text fw={600} size="sm">
          Position and size
        </Text>
        <SegmentedControl
          size="xs"
          aria-label="Unit"
          data={[
            { value: 'percent', label: '%' },
            { value: 'points', label: 'Points' },
          ]}
          value={unit}
          onChange={setUnit}
        />
      </Group>
      <SimpleGrid cols={2} spacing="xs" verticalSpacing="xs">
        {sides.map(({ name, label, along }) => (
          <NumberBox
            key={`${name} ${unit}`}
            label={label}
            value={field[name] * factor(along)}
            decimals={isPercent ? 2 : 1}
            suffix={isPercent ? ' %' : ' pt'}
            onCommit={(value) => dispatch({ type: 'place', id: field.id, box: { [name]: value / factor(along) } })}
          />
        ))}
      </SimpleGrid>
      {pages.length > 1 && (
        <NativeSelect
          label="Page"
          data={pages.map((_, index) => String(index + 1))}
          value={String(field.page)}
          onChange={({ currentTarget }) => dispatch({ type: 'place', id: field.id, box: {}, page: Number(currentTarget.value) })}
        />
      )}
    </Stack>
  )
}
