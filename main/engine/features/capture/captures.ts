/** Files read at once, and their bytes together; a bigger file is read without others beside it but small ones. */
const mostAtOnce = 128;
const mostBytes = 64 * 1024 * 1024;

/** Upper ends of the sizes that wait together, in bytes. */
const sizes = [64 * 1024, 1024 * 1024, 16 * 1024 * 1024, 256 * 1024 * 1024, Number.POSITIVE_INFINITY];
/** How many of them count as small. */
const smallSizes = 2;

export interface CaptureTask {
  /** Bytes. */
  readonly size: number;
  /** Never rejects. `whenRead`: the next may begin, though what was read is not registered yet. */
  run(whenRead: () => void): Promise<void>;
}

interface Queue {
  /** Bytes of the biggest in it. */
  readonly upTo: number;
  tasks: CaptureTask[];
  /** Those before it are taken. */
  next: number;
}

/**
 * Lets captures of all matters go in order of size, so that a recording never keeps letters waiting; one place is kept for
 * the big ones, so that many letters never keep a recording waiting either.
 */
export class Captures {
  readonly #waiting: readonly Queue[] = sizes.map((upTo) => ({
    upTo,
    tasks: [],
    next: 0,
  }));
  #running = 0;
  #bytes = 0;
  #bigRunning = false;

  add(task: CaptureTask): void {
    this.#waiting.find(({ upTo }) => task.size <= upTo)?.tasks.push(task);
    this.#fill();
  }

  #fill(): void {
    while (this.#running < mostAtOnce) {
      const big = this.#bigRunning ? null : this.#take(this.#waiting.slice(smallSizes), () => true);
      const fits = (task: CaptureTask) => this.#running === 0 || this.#bytes + task.size <= mostBytes;
      const task = big ?? this.#take(this.#waiting, fits);
      if (!task) return;
      void this.#run(task, big !== null);
    }
  }

  /** The first of the smallest that wait, when it may go now. */
  #take(queues: readonly Queue[], may: (task: CaptureTask) => boolean): CaptureTask | null {
    const queue = queues.find(({ tasks }) => tasks.length > 0);
    const task = queue?.tasks[queue.next];
    if (!queue || !task || !may(task)) return null;
    queue.next += 1;
    if (queue.next === queue.tasks.length) {
      queue.tasks = [];
      queue.next = 0;
    }
    return task;
  }

  async #run(task: CaptureTask, big: boolean): Promise<void> {
    this.#running += 1;
    // A big file has its own place: it takes none of the room that small ones share.
    const bytes = big ? 0 : task.size;
    this.#bytes += bytes;
    if (big) this.#bigRunning = true;
    await new Promise<void>((resolve) => void task.run(resolve).then(resolve));
    this.#running -= 1;
    this.#bytes -= bytes;
    if (big) this.#bigRunning = false;
    this.#fill();
  }
}
