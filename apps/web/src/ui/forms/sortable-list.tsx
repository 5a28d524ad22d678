import { closestCenter, DndContext, type DragEndEvent, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ActionIcon, Group, Stack } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import classes from './sortable-list.module.css'

interface Item {
  key: string
  /** For accessible names and announcements. */
  name: string
  content: ReactNode
}

interface Props {
  label: string
  items: Item[]
  onMove: (from: number, to: number) => void
}

/** A finger or pointer that moves fewer pixels is a click. */
const START_PX = 4

/** What screen readers hear. */
function announcementsOf(items: Item[]) {
  const nameOf = (id: string | number) => items.find(({ key }) => key === id)?.name ?? 'The item'
  const placeOf = (id: string | number) => `place ${items.findIndex(({ key }) => key === id) + 1} of ${items.length}`
  return {
    onDragStart: ({ active }: DragEndEvent) => `${nameOf(active.id)} is picked up, at ${placeOf(active.id)}.`,
    onDragOver: ({ active, over }: DragEndEvent) => over?.id && `${nameOf(active.id)} is over ${placeOf(over.id)}.`,
    onDragEnd: ({ active, over }: DragEndEvent) => over?.id && `${nameOf(active.id)} is dropped at ${placeOf(over.id)}.`,
    onDragCancel: ({ active }: DragEndEvent) => `${nameOf(active.id)} is back at ${placeOf(active.id)}.`,
  }
}
type Announcements = { [Key in keyof ReturnType<typeof announcementsOf>]: (event: DragEndEvent) => string | undefined }

interface RowProps extends Item {
  index: number
  count: number
  onMove: Props['onMove']
}

function Row({ name, content, index, count, onMove, ...item }: RowProps & { id: string }) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: item.id,
  })
  const style = { transform: CSS.Translate.toString(transform), transition }
  return (
    <li ref={setNodeRef} style={style} className={classes.item} data-dragging={isDragging || undefined}>
      <ActionIcon
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        variant="subtle"
        color="gray"
        className={classes.handle}
        aria-label={`Drag ${name}`}
        // Escape ends the dragging and must not close the dialog around it.
        data-mantine-stop-propagation={isDragging}
      >
        <IconGripVertical size={18} />
      </ActionIcon>
      <div className={classes.content}>{content}</div>
      <Group gap={0} wrap="nowrap">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Move ${name} up`}
          disabled={index === 0}
          onClick={() => onMove(index, index - 1)}
        >
          <IconArrowUp size={18} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Move ${name} down`}
          disabled={index === count - 1}
          onClick={() => onMove(index, index + 1)}
        >
          <IconArrowDown size={18} />
        </ActionIcon>
      </Group>
    </li>
  )
}

/** A list that is ordered by dragging, by keys on the handle (Space and arrows), or by the arrow buttons. */
export function SortableList({ label, items, onMove }: Props) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: START_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const announcements = useMemo<Announcements>(() => announcementsOf(items) as Announcements, [items])
  const placeOf = (id: string | number | undefined) => items.findIndex(({ key }) => key === id)
  const drop = ({ active, over }: DragEndEvent) => {
    const [from, to] = [placeOf(active.id), placeOf(over?.id)]
    if (from !== to && from >= 0 && to >= 0) onMove(from, to)
  }
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop} accessibility={{ announcements }}>
      <SortableContext items={items.map(({ key }) => key)} strategy={verticalListSortingStrategy}>
        <Stack component="ol" gap={8} aria-label={label}>
          {items.map(({ key, ...item }, index) => (
            <Row key={key} {...item} id={key} index={index} count={items.length} onMove={onMove} />
          ))}
        </Stack>
      </SortableContext>
    </DndContext>
  )
}
