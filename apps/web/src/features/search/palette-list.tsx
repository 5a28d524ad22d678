import { Text } from '@mantine/core'
import type { MouseEvent } from 'react'
import classes from './palette.module.css'
import { groupItems, type PaletteItem } from './palette-items.ts'

export const optionId = (item: PaletteItem) => `palette-${item.id.replaceAll(/[^\w-]/g, '-')}`

interface Props {
  items: PaletteItem[]
  active: PaletteItem | undefined
  onActive: (item: PaletteItem) => void
  onChoose: (item: PaletteItem, event: MouseEvent) => void
}

function Line({
  item,
  isActive,
  onActive,
  onChoose,
}: { item: PaletteItem; isActive: boolean } & Pick<Props, 'onActive' | 'onChoose'>) {
  const { title, context, icon: Shown, path } = item
  const shared = {
    id: optionId(item),
    role: 'option' as const,
    'aria-selected': isActive,
    className: classes.line,
    onMouseMove: () => isActive || onActive(item),
    onClick: (event: MouseEvent) => onChoose(item, event),
  }
  const content = (
    <>
      <Shown size={18} stroke={1.5} aria-hidden />
      <bdi className={classes.title}>{title}</bdi>
      {context && (
        <Text component="span" size="sm" className={classes.context}>
          {context}
        </Text>
      )}
    </>
  )
  return path ? (
    <a {...shared} href={path} tabIndex={-1}>
      {content}
    </a>
  ) : (
    <div {...shared}>{content}</div>
  )
}

/** The lines of the palette in groups. The focus stays in the text field. */
export function PaletteList({ items, active, onActive, onChoose }: Props) {
  if (items.length === 0) return null
  return (
    <div id="palette-lines" role="listbox" aria-label="Results" className={classes.lines}>
      {groupItems(items).map(({ group, items: lines }) => (
        // biome-ignore lint/a11y/useSemanticElements: a list of options has groups, not sets of fields.
        <div key={group} role="group" aria-label={group}>
          <div className={classes.group} aria-hidden>
            {group}
          </div>
          {lines.map((item) => (
            <Line key={item.id} item={item} isActive={item.id === active?.id} onActive={onActive} onChoose={onChoose} />
          ))}
        </div>
      ))}
    </div>
  )
}
