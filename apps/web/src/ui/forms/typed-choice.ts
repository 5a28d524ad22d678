/**
 * A list that takes the marked option when its field is left. A press on a button leaves the field only with its click, and the list has to
 * have its mark until then. A press by hand takes a tenth of a second.
 */
export const typedChoiceProps = { shadow: 'md', clickOutsideEvents: ['click'] }
