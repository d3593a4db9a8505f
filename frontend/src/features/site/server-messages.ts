// Which of a form's own fields the server's messages belong to.

/** `[name, message]` of every message whose name is one of `names`. */
export function messagesFor<Name extends string>(
  names: readonly Name[],
  fields: Readonly<Record<string, string>>,
): (readonly [Name, string])[] {
  return names.flatMap((name) => {
    const message = fields[name];
    return message === undefined ? [] : [[name, message] as const];
  });
}
