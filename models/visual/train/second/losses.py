"""What the encoder is asked to learn."""

import torch
import torch.nn.functional as F


def set_loss(proxies, vectors, meant, smooth):
    """Cross-entropy where the right answer is any class of a set; rows with an empty set do not count."""
    known = meant.sum(1) > 0
    logits = proxies.scale * (proxies(vectors) - proxies.margin * meant)
    log_probability = F.log_softmax(logits, 1)
    right = torch.logsumexp(log_probability.masked_fill(meant == 0, -1e4), 1)
    losses = -(1 - smooth) * right - smooth * log_probability.mean(1)
    return (losses * known).sum() / known.sum().clamp(min=1)


def same_picture_loss(first, second, numbers, temperature, strangers=None, strange=None):
    """Each view finds the other view of its picture among all pictures' views, both ways.

    `strangers` are views that are not to be found although they show the same thing (dyed ones); `strange` says which of them count.
    """
    alike = first @ second.t() / temperature
    same = torch.arange(len(numbers), device=alike.device)
    twice = (numbers[:, None] == numbers) & (same[:, None] != same)
    alike = alike.masked_fill(twice, -1e4)
    if strangers is None:
        return (F.cross_entropy(alike, same) + F.cross_entropy(alike.t(), same)) / 2
    from_first = (first @ strangers.t() / temperature).masked_fill(~strange[None], -1e4)
    from_second = (second @ strangers.t() / temperature).masked_fill(~strange[None], -1e4)
    return (F.cross_entropy(torch.cat([alike, from_first], 1), same) + F.cross_entropy(torch.cat([alike.t(), from_second], 1), same)) / 2


def taught_loss(mine, theirs):
    return 2 * (1 - (mine.float() * theirs.float()).sum(1)).mean()


def any_view_loss(views, numbers, temperature):
    """Each view of a picture finds one or another of its other views among all pictures' views: one is enough."""
    everything = torch.cat(views)
    alike = everything @ everything.t() / temperature
    whose = numbers.repeat(len(views))
    same = whose[:, None] == whose
    itself = torch.eye(len(whose), dtype=torch.bool, device=alike.device)
    alike = alike.masked_fill(itself, -1e4)
    right = torch.logsumexp(alike.masked_fill(~same | itself, -1e4), 1)
    return (torch.logsumexp(alike, 1) - right).mean()
