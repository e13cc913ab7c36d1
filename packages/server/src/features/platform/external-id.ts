/** The platform's id as an answer shows it, beside the number that stands for it. */
export function externalIdOf(item: { externalId?: string | undefined } | undefined): { external_id?: string } {
  return item?.externalId === undefined ? {} : { external_id: item.externalId }
}
