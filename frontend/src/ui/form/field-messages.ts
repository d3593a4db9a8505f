// Assigns the server's field messages to the fields of a form.

/** `[name, message]` for each of `names` that has a message. */
export function messagesFor<Name extends string>(
  names: readonly Name[],
  fields: Readonly<Record<string, string>>,
): (readonly [Name, string])[] {
  return names.flatMap((name) => {
    const message = fields[name];
    return message === undefined ? [] : [[name, message] as const];
  });
}
