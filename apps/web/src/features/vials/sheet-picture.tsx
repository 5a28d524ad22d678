import { firstSheet } from './label-plan.ts'
import classes from './sheet-picture.module.css'

interface Props {
  labels: number
  skip: number
  /** The place that was pressed: so many before it are used. */
  onPick: (skip: number) => void
}

/** The first sheet in small. It says nothing that the field beside it does not say, and is there for eyes and pointers alone. */
export function SheetPicture({ labels, skip, onPick }: Props) {
  return (
    <div className={classes.sheet} aria-hidden>
      {firstSheet(labels, skip).map(({ place, state }) => (
        <button
          key={place}
          type="button"
          tabIndex={-1}
          className={classes.label}
          data-state={state}
          onClick={() => onPick(place)}
        />
      ))}
    </div>
  )
}
