/**
 * Stands for `FormData` in what main and the engine are built from. oRPC asks of everything it sends whether it is a form;
 * nothing here ever is one, and to know its own, Node would first load the whole of its `fetch`: the tenth part of a start.
 */
export function NoForms(): void {}
